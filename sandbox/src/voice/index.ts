import { Records, recordTable } from '../database/records.ts';
import { definePart } from '../plugin.ts';
import { cloneVoice, listVoices, recording, takeForms } from './endpoints.ts';
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
	tag: 'Voice',
	dependencies: ['auth', 'media'],
	migrations: [recordTable('voices')],
	provide: (app) => ({ voices: new Records<Voice>(app, 'voices', 'Voice') }),
	functions: [takeForms, cloneVoice],
	control: [listVoices, recording],
});
