import { chromiumPath, startChromium } from './chromium.ts';
import { describeEngine } from './smokeSuite.ts';

describeEngine('Chromium', chromiumPath !== undefined, startChromium);
