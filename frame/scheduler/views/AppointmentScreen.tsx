import type { BookedCall } from '../bookedCallStore.ts';
import type { DateText } from '../dateText.ts';
import type { SchedulerDeployment } from '../deployment.ts';
import type { SchedulerScreen } from '../records.ts';
import type { SchedulerStore } from '../store.ts';
import type { SchedulerActions } from './actions.ts';
import { CancelledScreen } from './CancelledScreen.tsx';
import { DetailsScreen } from './DetailsScreen.tsx';
import { SurveyScreen } from './SurveyScreen.tsx';

export interface AppointmentScreenProps {
  readonly screen: Exclude<SchedulerScreen, 'FORM'>;
  readonly store: SchedulerStore;
  readonly call: BookedCall;
  readonly actions: SchedulerActions;
  readonly dates: DateText;
  readonly deployment: SchedulerDeployment;
}

/** The screens of a booked call, in a separate chunk. */
export function AppointmentScreen(props: AppointmentScreenProps) {
  switch (props.screen) {
    case 'DETAILS':
      return <DetailsScreen {...props} />;
    case 'CANCELLATION_SURVEY':
      return <SurveyScreen {...props} />;
    case 'CONFIRMATION_CANCEL':
      return <CancelledScreen {...props} />;
  }
}
