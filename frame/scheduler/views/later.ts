import { createViewDownload } from '../../ui/lazyView.tsx';

/** Downloaded while the visitor writes the question. */
export const steps = createViewDownload(async () => (await import('./steps.tsx')).steps);

/** Downloaded while the visitor fills in the contact details, or with an appointment. */
export const later = createViewDownload(async () => (await import('./laterViews.tsx')).laterViews);
