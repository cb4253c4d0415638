import { isRecord } from '../../bridge/guards.ts';

/**
 * SH-164: in dev mode (`cm-dev`) the `dev` part of the deployment file replaces other fields, field by field within a
 * section: `"dev": {"contact": {"hosts": ["https://contact-dev.example.com"]}}`. The fields that decide which pages may
 * embed the widget and what the frame may load keep their values.
 */
export function toDevFile(file: unknown): unknown {
  if (!isRecord(file) || !isRecord(file.dev)) return file;
  const changed = Object.entries(file.dev)
    .filter(([name]) => !fixed.includes(name))
    .map(([name, part]) => {
      const section = file[name];
      return [name, isRecord(part) && isRecord(section) ? { ...section, ...part } : part];
    });
  return { ...file, ...Object.fromEntries(changed) };
}

const fixed = [
  'dev',
  'addressOverrides',
  'allowedHosts',
  'scriptOrigins',
  'connectOrigins',
  'pictureOrigins',
  '$schema',
];
