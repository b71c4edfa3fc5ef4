import { Records, recordTable } from '../database/records.ts';
import { definePart } from '../plugin.ts';
import { voiceControl } from './control.ts';
import { voiceFunctions } from './functions.ts';
import type { Voice } from './record.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** Cloned voices. */
		voices: Records<Voice>;
	}
}

/** Section 4, voice: cloned voices. */
export default definePart({
	name: 'voice',
	dependencies: ['auth', 'media'],
	migrations: [recordTable('voices')],
	setUp: (app) => {
		app.decorate('voices', new Records<Voice>(app, 'voices', 'Voice'));
	},
	functions: voiceFunctions,
	control: voiceControl,
});
