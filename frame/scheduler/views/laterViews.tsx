import { AppointmentScreen } from './AppointmentScreen.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import { FindCall } from './FindCall.tsx';
import { NearestTimes } from './NearestTimes.tsx';

/** The views that are not needed before the first press of the submit button, in a separate chunk. */
export const laterViews = { AppointmentScreen, ErrorSummary, FindCall, NearestTimes };
