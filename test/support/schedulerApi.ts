import { createSchedulerApi, type SchedulerApiPorts } from '../../frame/scheduler/api.ts';
import { createAppointmentApi } from '../../frame/scheduler/appointmentApi.ts';

/** All calls of the scheduler, also those that the widget downloads later. */
export function createWholeSchedulerApi(ports: SchedulerApiPorts) {
  const api = createSchedulerApi(ports);
  return { ...api, ...createAppointmentApi(api, ports.deployment) };
}
