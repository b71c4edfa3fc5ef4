import { definePart } from '../plugin.ts';
import { smsControl } from './control.ts';

/** Section 6, `sms.received` and `sms.sent`: SMS that arrive and go out. */
export default definePart({
	name: 'sms',
	dependencies: ['carrier', 'messages', 'numbers', 'webhooks'],
	control: smsControl,
});
