import { AppointmentScreen } from './AppointmentScreen.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import { FindCall } from './FindCall.tsx';
import { NearestTimes } from './NearestTimes.tsx';

/** The views that nobody sees before the first press of the button that books, in a chunk of their own. */
export const laterViews = { AppointmentScreen, ErrorSummary, FindCall, NearestTimes };
