import { ref } from 'valtio/vanilla';
import { parseLinkKind } from '../contact/links/linkKind.ts';
import { salesKeys } from '../contact/links/linkWording.ts';
import type { Experiments } from '../insight/experiments/experiments.ts';
import type { EarlyExperiment, EarlyVariations } from '../insight/experiments/rememberedVariations.ts';
import type { FrameStorage } from '../platform/storage.ts';
import type { Core } from '../widget.ts';

/**
 * Stores the variations of pill and links for the next page, and reports those that this page already shows as seen.
 * Variations that the address forces are shown at once and not stored. Without consent nothing is stored (SH-111).
 */
export function rememberVariations(core: Core, experiments: Experiments, storage: FrameStorage): void {
  const { settings, page, consent, query, links } = core;
  const { store } = experiments;
  if (!consent.isAllowed('experiments')) storage.clear('cm-variations');
  else if (store?.state.status === 'ready') {
    const decided: EarlyVariations = {
      buttonColour: store.decidedOf('buttonColour'),
      buttonSalesWording: store.decidedOf('buttonSalesWording'),
    };
    if (query.experiments === undefined) storage.write('cm-variations', decided);
    else page.variations = ref(decided);
    links.update();
    // SH-153: the page's own theme wins.
    if (settings.theme === undefined && isShown('buttonColour')) experiments.variationOf('buttonColour');
    if (page.linkKinds.some(hasSalesWording) && isShown('buttonSalesWording'))
      experiments.variationOf('buttonSalesWording');
  }

  /** Whether the sales wording changes such a link: it has one of its own in the language of the page's links. */
  function hasSalesWording(text: string): boolean {
    const kind = parseLinkKind(text)?.kind;
    if (!kind || kind === 'contact' || kind === 'scheduler') return false;
    const { languageCode } = page.isLocaleChosen ? settings.textLocale : page.textLocale;
    return languageCode === 'en' || core.texts.find('links', salesKeys[kind]) !== undefined;
  }

  function isShown(name: EarlyExperiment): boolean {
    return store?.decidedOf(name) !== undefined && core.variationOf(name) === store.decidedOf(name);
  }
}
