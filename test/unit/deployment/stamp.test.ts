import { describe, expect, it } from 'vitest';
import { parseDeployment, stampDeployment } from '../../../frame/deployment/deployment.ts';
import { checkedFields } from '../../../frame/deployment/stamp.ts';

const file = {
  allowedHosts: ['https://www.northwind.example'],
  contact: { hosts: ['https://contact.northwind.example'] },
};

describe('the stamp on the deployment file', () => {
  const built = JSON.parse(JSON.stringify(stampDeployment(file)));

  it('accepts the file as built, with every default', () => {
    expect(checkedFields(built)).toEqual(JSON.parse(JSON.stringify(parseDeployment(file))));
  });

  it('is invalid after any change by hand', () => {
    expect(checkedFields({ ...built, allowedHosts: ['https://www.northwind.exampl'] })).toBeUndefined();
    expect(checkedFields({ ...built, more: 1 })).toBeUndefined();
  });

  it.each([[null], ['text'], [[]], [file], [{ ...file, $checked: 12 }]])('is missing from %j', (given) => {
    expect(checkedFields(given)).toBeUndefined();
  });

  it('replaces an older stamp, and is never written to an invalid file', () => {
    expect(stampDeployment(built)).toEqual(stampDeployment(file));
    expect(() => stampDeployment({ ...file, allowedHosts: 'everyone' })).toThrow(/allowedHosts/);
  });
});
