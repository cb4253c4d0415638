/** The part of selenium-webdriver that the WebKit driver uses. The package has no types. */
declare module 'selenium-webdriver' {
  export type WebElement = { readonly seleniumElement: unique symbol };
  interface Actions {
    move(to: { origin: WebElement }): Actions;
    click(): Actions;
    sendKeys(key: string): Actions;
    perform(): Promise<void>;
  }
  interface Driver {
    get(url: string): Promise<void>;
    manage(): { setTimeouts(limits: { readonly pageLoad: number; readonly script: number }): Promise<void> };
    quit(): Promise<void>;
    executeScript<T>(script: string): Promise<T>;
    getCapabilities(): Promise<{ get(name: string): unknown }>;
    switchTo(): { defaultContent(): Promise<void>; frame(element: WebElement): Promise<void> };
    actions(): Actions;
  }
  export class Capabilities {
    constructor(values: Readonly<Record<string, unknown>>);
  }
  export class Builder {
    usingServer(url: string): Builder;
    withCapabilities(capabilities: Capabilities): Builder;
    build(): Promise<Driver>;
  }
  export const Key: Readonly<Record<'ESCAPE' | 'TAB' | 'ENTER' | 'SPACE', string>>;
}
