import { describe, expect, expectTypeOf, it } from 'vitest';
import type { FrameApi, HostApi } from '../../bridge/contract.ts';
import type { Look } from '../../bridge/records.ts';
import { frameMethods, hostMethods } from '../../bridge/wire.ts';
import type { RemoteHost } from '../../frame/host/remoteHost.ts';

/** Whether structured clone copies a type without loss and without code. `unknown` is a JSON copy that the frame parses. */
type IsCloneable<T> = unknown extends T
  ? true
  : T extends string | number | boolean | null | undefined
    ? true
    : T extends (...args: never[]) => unknown
      ? false
      : T extends readonly (infer Item)[]
        ? IsCloneable<Item>
        : T extends object
          ? T extends Node | Date | RegExp | Promise<unknown> | Window | MessagePort
            ? false
            : { [Field in keyof T]-?: IsCloneable<T[Field]> }[keyof T]
          : false;

type Crossing<Api> = {
  [Name in keyof Api]: Api[Name] extends (...args: infer Args) => infer Result
    ? IsCloneable<Args[number]> | (Result extends void ? true : IsCloneable<Result>)
    : never;
}[keyof Api];

describe('the types of the bridge', () => {
  it('[SH-019] give the frame exactly the listed calls', () => {
    expectTypeOf<keyof HostApi>().toEqualTypeOf<(typeof hostMethods)[number]>();
    expect(hostMethods).toHaveLength(9);
  });

  it('[SH-020] give the loader exactly the listed calls', () => {
    expectTypeOf<keyof FrameApi>().toEqualTypeOf<(typeof frameMethods)[number]>();
    expect(new Set(frameMethods).size).toBe(frameMethods.length);
  });

  it('[SH-020] let only plain cloneable records cross', () => {
    expectTypeOf<Crossing<HostApi>>().toEqualTypeOf<true>();
    expectTypeOf<Crossing<FrameApi>>().toEqualTypeOf<true>();
    // Test the check itself: it finds functions, elements and promises at any depth.
    expectTypeOf<IsCloneable<{ readonly a: { readonly b: () => void } }>>().toEqualTypeOf<false>();
    expectTypeOf<IsCloneable<readonly { readonly a: HTMLElement }[]>>().toEqualTypeOf<false>();
    expectTypeOf<IsCloneable<{ readonly a: Promise<string> }>>().toEqualTypeOf<false>();
    expectTypeOf<IsCloneable<{ readonly a: Date; readonly b: string }>>().toEqualTypeOf<boolean>();
  });

  it('make every call of the frame return a promise, and reject other names and arguments', () => {
    expectTypeOf<RemoteHost['openUrl']>().returns.toEqualTypeOf<Promise<boolean>>();
    const calls = (host: RemoteHost): void => {
      // @ts-expect-error the frame has no access to the page's document
      host.querySelector('form');
      // @ts-expect-error a target is 'self' or 'tab'
      host.openUrl('https://northwind.example', 'parent');
      // @ts-expect-error wordings are named by the kinds of links
      host.setLinks(['Contact us'], ['contact']);
      // @ts-expect-error an answer is a promise, not the record
      host.page().url;
    };
    expect(calls).toBeTypeOf('function');
  });

  it('make the frame’s arguments read-only', () => {
    const relay = (look: Look): void => {
      // @ts-expect-error the list is read-only
      look.push();
      // @ts-expect-error so is each part
      look[3].push('cm-a=1');
    };
    expect(relay).toBeTypeOf('function');
  });
});
