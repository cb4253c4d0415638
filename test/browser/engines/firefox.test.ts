import { firefoxPath, startFirefox } from './firefox.ts';
import { describeEngine } from './smokeSuite.ts';

describeEngine('Firefox', firefoxPath !== undefined, startFirefox);
