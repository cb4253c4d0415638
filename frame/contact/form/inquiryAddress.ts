/** The prefix of a menu entry's address that opens a form in the pane, not a link. */
export const inquiryMarker = 'form:';

export const isInquiryAddress = (href: string): boolean => href.startsWith(inquiryMarker);
