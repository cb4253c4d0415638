// Gives the tests the package as a page's code sees it.
import { ContactWidgetError, loadContactWidget } from 'contact-widget';

Object.assign(window, { contactWidgetPackage: { ContactWidgetError, loadContactWidget } });
