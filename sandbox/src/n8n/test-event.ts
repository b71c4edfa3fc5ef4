import { makeCall } from '../service/calls/index.ts';
import { makeChat } from '../service/chat-sessions/index.ts';
import { makeChatAppMessage } from '../service/chatapp/index.ts';
import type { App } from '../service/plugin.ts';
import { makeSms } from '../service/sms/index.ts';
import type { EventName } from '../service/webhooks/rules.ts';
import type { Published } from '../service/webhooks/log.ts';
import type { EventReceiver } from '../service/webhooks/outbox.ts';

const MAKERS: Readonly<Record<EventName, (app: App, only: EventReceiver) => Published>> = {
	'call.completed': (app, only) => makeCall(app, {}, only),
	'chat.session.completed': (app, only) => makeChat(app, {}, only),
	'chatapp.received': (app, only) => makeChatAppMessage(app, {}, only),
	'sms.received': (app, only) => makeSms(app, 'sms.received', {}, only),
	'sms.sent': (app, only) => makeSms(app, 'sms.sent', {}, only),
};

/**
 * Makes an event happen that only one receiver gets. What follows from it, e.g. an SMS of a skill, goes where it always
 * goes.
 * @throws {ServiceError} 404 or 409, e.g. if the account has no active number
 */
export function fireTestEvent(app: App, event: EventName, only: EventReceiver): Published {
	return app.database.transaction(() => MAKERS[event](app, only));
}
