/** How the address of a menu entry begins that is a form in the pane, and not a link to one. */
export const inquiryMarker = 'form:';

export const isInquiryAddress = (href: string): boolean => href.startsWith(inquiryMarker);
