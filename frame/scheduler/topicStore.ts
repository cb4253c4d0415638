import { findClassification } from './classification.ts';
import type { InstancePorts } from './ports.ts';
import type { SchedulerState } from './state.ts';

/** Suggests a topic for the question of one scheduler (SC-041 to SC-053). */
export function createTopic(
  ports: Pick<InstancePorts, 'api' | 'log' | 'lifetime' | 'deployment'>,
  state: SchedulerState,
  openCalendar: () => void,
) {
  let running: AbortController | undefined;
  /** The text that was classified last. The same text is not classified again (SC-053). */
  let classified: string | undefined;
  let isFeedbackSent = false;

  const product = (): string =>
    ports.deployment.classifierProduct || state.config?.variation || state.config?.focusArea || '';

  /** False if the visitor has opened another section: it stays open. */
  const isVisitorWaiting = (): boolean => state.displayedAccordian === 'QUESTION';

  function stop(): void {
    running?.abort();
    running = undefined;
    state.isClassifying = false;
  }

  function forget(): void {
    stop();
    classified = undefined;
    state.cognitiveClassification = undefined;
    state.cognitiveFeedbackReceived = false;
    state.isChoosingTopic = false;
    state.form.topic = '';
  }

  async function classify(question: string): Promise<void> {
    const controller = new AbortController();
    running = controller;
    classified = question;
    state.isClassifying = true;
    const release = ports.lifetime.add(() => controller.abort());
    try {
      const label = await ports.api.classify(product(), question, controller.signal);
      if (running !== controller) return;
      const found = findClassification(label, state.classifications);
      if (!found) {
        if (isVisitorWaiting()) openCalendar();
        return;
      }
      isFeedbackSent = false;
      state.cognitiveClassification = found;
      if (isVisitorWaiting()) state.displayedAccordian = 'COGNITIVE';
    } catch (error) {
      if (running !== controller) return;
      classified = undefined;
      ports.log.warn('The question could not be classified.', error);
      if (isVisitorWaiting()) openCalendar();
    } finally {
      release();
      if (running === controller) stop();
    }
  }

  async function feedback(isValid: boolean): Promise<void> {
    const found = state.cognitiveClassification;
    state.cognitiveFeedbackReceived = true;
    if (!found || isFeedbackSent) return;
    isFeedbackSent = true;
    try {
      await ports.api.feedback({
        context: { product: product(), label: found.label },
        input: { text: classified ?? state.form.question.trim() },
        isValid,
      });
    } catch (error) {
      ports.log.warn('The feedback on the topic could not be sent.', error);
    }
  }

  return {
    /** Continues from the question section. The question is not blank. */
    async next(): Promise<void> {
      const question = state.form.question.trim();
      const canClassify = state.config?.cognitiveRouting === 'Yes' && ports.deployment.classifierHosts.length > 0;
      if (canClassify && classified !== question) {
        stop();
        await classify(question);
      } else if (canClassify && state.cognitiveClassification && !state.cognitiveFeedbackReceived) {
        state.displayedAccordian = 'COGNITIVE';
      } else {
        openCalendar();
      }
    },
    /** Continues to the calendar without a topic (SC-049). */
    skip(): void {
      stop();
      classified = undefined;
      openCalendar();
    },
    questionChanged(): void {
      if (classified === undefined || state.form.question.trim() === classified) return;
      forget();
    },
    /** For a new call: classifies its question again, even if it is the same. */
    forget,
    /** A loaded appointment brings its topic, so its question needs no classification. Drops that of another question. */
    questionLoaded(): void {
      const { topic } = state.form;
      const question = state.form.question.trim();
      stop();
      if (question !== classified) forget();
      classified = question;
      state.form.topic = topic;
    },
    /** The visitor's answer to the suggestion (SC-050, SC-051). */
    answer(isValid: boolean): void {
      void feedback(isValid);
      state.isChoosingTopic = !isValid;
      if (!isValid) {
        state.form.topic = '';
        return;
      }
      state.form.topic = state.cognitiveClassification?.text ?? '';
      openCalendar();
    },
    choose(topic: string): void {
      state.form.topic = topic;
      state.isChoosingTopic = false;
      openCalendar();
    },
    /** SC-098: the label the visitor confirmed, or an empty text. */
    confirmedLabel(): string {
      const found = state.cognitiveClassification;
      return found && state.form.topic === found.text ? found.label : '';
    },
    /** Lets the visitor answer the suggestion again. */
    reopen(): void {
      state.isChoosingTopic = false;
    },
  };
}

export type TopicStore = ReturnType<typeof createTopic>;
