/** The product's experiments, each with its key in the datafile (CH-206). */
export const productExperiments = {
  /** Headline of the chat invitation (SH-125). Text by variation. */
  proactiveHeadline: 'proactive_headline',
  /** First question of the scheduler (SC-040, SH-064). Text by variation. */
  schedulerFirstQuestion: 'scheduler_first_question',
  /** Theme of the pill (SH-153). Variations are theme names. */
  buttonColour: 'button_color',
  /** Sales wording of the pane's header (SH-088). Variation `sales`. */
  headerSalesWording: 'header_sales_wording',
  /** Sales wording of the contact buttons and links (SH-088). Variation `sales`. */
  buttonSalesWording: 'button_sales_wording',
  /** The bot's welcome (SH-117, SH-126). Variation `off` hides it; any other has a text. */
  botWelcome: 'bot_welcome',
} as const;

export type ProductExperiment = keyof typeof productExperiments;
