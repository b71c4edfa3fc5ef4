import { definePart } from '../plugin.ts';
import { replyControl } from './control.ts';
import { REPLY_TABLES, ScriptedReplies } from './scripted-replies.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** The rules by which people and agents reply; none at first. */
		scriptedReplies: ScriptedReplies;
	}
}

/** People and agents who reply: nobody does by itself in a sandbox. */
export default definePart({
	name: 'replies',
	dependencies: ['chatapp', 'sms'],
	migrations: [REPLY_TABLES],
	provide: (app) => ({ scriptedReplies: new ScriptedReplies(app) }),
	setUp: ({ messages, scriptedReplies }) => messages.onAdded((message) => scriptedReplies.consider(message)),
	control: replyControl,
});
