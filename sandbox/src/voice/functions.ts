import fastifyMultipart from '@fastify/multipart';
import { Type } from 'typebox';
import { isoTime } from '../clock/clock.ts';
import { AnyError } from '../http/errors.ts';
import type { Routes } from '../plugin.ts';
import { toVoiceRecord, VoiceRecord } from './record.ts';
import { LARGEST_FILE_BYTES, readUpload } from './upload.ts';

/** For the OpenAPI document; the parts are read as a stream and checked one by one. */
const Upload = Type.Object({
	name: Type.String(),
	description: Type.Optional(Type.String()),
	files: Type.Array(Type.String({ format: 'binary' }), {
		minItems: 1,
		maxItems: 25,
		description: 'WAV, MP3 or M4A, at least 30 seconds each',
	}),
});

/** Section 4, voice: clone-voice, the one function that takes a form. */
export const voiceFunctions: Routes = async (app) => {
	const { clock, database, ids, mediaLinks, requests, voices } = app;
	app.removeContentTypeParser('application/json');
	await app.register(fastifyMultipart, {
		throwFileSizeLimit: false,
		limits: { fileSize: LARGEST_FILE_BYTES, fields: 100, files: Infinity, parts: 1000 },
	});
	app.post(
		'/clone-voice',
		{
			// There is no body before the handler reads it.
			validatorCompiler: () => () => true,
			schema: {
				tags: ['Voice'],
				summary: 'Clone a voice from audio samples',
				consumes: ['multipart/form-data'],
				body: Upload,
				response: { 200: VoiceRecord, '4xx': AnyError },
			},
		},
		async (request) => {
			const { name, description, samples } = await readUpload(request.parts());
			if (request.received !== null) {
				requests.note(request.received, 'body', JSON.stringify({ name, description, files: samples }));
			}
			const made = { id: ids.uuid('voice'), name, description, samples, created_at: isoTime(clock.now()) };
			const voice = await database.write(() => voices.add(made));
			return toVoiceRecord(voice, mediaLinks);
		},
	);
};
