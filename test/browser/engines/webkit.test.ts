import { describeEngine } from './smokeSuite.ts';
import { hasWebKit, startWebKit } from './webkit.ts';

describeEngine('WebKitGTK', hasWebKit, startWebKit);
