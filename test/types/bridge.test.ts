import { describe, expect, expectTypeOf, it } from 'vitest';
import type { FrameApi, HostApi } from '../../bridge/contract.ts';
import { frameMethods, hostMethods } from '../../bridge/wire.ts';
import type { RemoteHost } from '../../frame/host/remoteHost.ts';

/** What structured clone carries without loss and without code. `unknown` stands for a JSON copy, parsed by the frame. */
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
  it('[SH-019] name for the frame exactly the calls of the list', () => {
    expectTypeOf<keyof HostApi>().toEqualTypeOf<(typeof hostMethods)[number]>();
    expect(hostMethods).toHaveLength(12);
  });

  it('[SH-020] name for the loader exactly the relays of the list', () => {
    expectTypeOf<keyof FrameApi>().toEqualTypeOf<(typeof frameMethods)[number]>();
    expect(new Set(frameMethods).size).toBe(frameMethods.length);
  });

  it('[SH-020] let plain cloneable records cross and nothing else', () => {
    expectTypeOf<Crossing<HostApi>>().toEqualTypeOf<true>();
    expectTypeOf<Crossing<FrameApi>>().toEqualTypeOf<true>();
    // The check itself: functions, elements and promises are found, at any depth.
    expectTypeOf<IsCloneable<{ readonly a: { readonly b: () => void } }>>().toEqualTypeOf<false>();
    expectTypeOf<IsCloneable<readonly { readonly a: HTMLElement }[]>>().toEqualTypeOf<false>();
    expectTypeOf<IsCloneable<{ readonly a: Promise<string> }>>().toEqualTypeOf<false>();
    expectTypeOf<IsCloneable<{ readonly a: Date; readonly b: string }>>().toEqualTypeOf<boolean>();
  });

  it('make every call of the frame a promise, and refuse other names and arguments', () => {
    expectTypeOf<RemoteHost['openUrl']>().returns.toEqualTypeOf<Promise<boolean>>();
    const calls = (host: RemoteHost): void => {
      // @ts-expect-error the page's document is no business of the frame
      host.querySelector('form');
      // @ts-expect-error a target is 'self' or 'tab'
      host.openUrl('https://northwind.example', 'parent');
      // @ts-expect-error text goes to the page as text of one link
      host.setLinkText(['contact'], 'Contact us');
      // @ts-expect-error one step only: an answer is a promise, not the record
      host.page().url;
    };
    expect(calls).toBeTypeOf('function');
  });

  it('make what the frame is told read-only', () => {
    const relay: FrameApi['links'] = (links) => {
      // @ts-expect-error the list is read-only
      links.push();
      const first = links[0];
      // @ts-expect-error so is each link
      if (first) first.href = 'https://elsewhere.example';
    };
    expect(relay).toBeTypeOf('function');
  });
});
