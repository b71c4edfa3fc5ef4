import { definePart } from '../plugin.ts';
import { voiceControl } from './control.ts';
import { voiceFunctions } from './functions.ts';
import { VOICE_TABLES, Voices } from './voices.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** Cloned voices. */
		voices: Voices;
	}
}

/** Section 4, voice: cloned voices. */
export default definePart({
	name: 'voice',
	dependencies: ['auth', 'media'],
	migrations: [VOICE_TABLES],
	setUp: (app) => {
		app.decorate('voices', new Voices(app.database, app.clock, app.ids));
	},
	functions: voiceFunctions,
	control: voiceControl,
});
