import fastifyMultipart from '@fastify/multipart';
import { Type } from 'typebox';
import { Records, recordTable } from '../database/records.ts';
import { endpoint, listEndpoint } from '../http/endpoint.ts';
import idsPart from '../ids/index.ts';
import mediaPart from '../media/index.ts';
import { definePart, type Routes } from '../plugin.ts';
import { toVoiceRecord, type Voice, VoiceRecord, VoiceWithSamples } from './record.ts';
import { makeRecording } from './recording.ts';
import { MAX_FILE_BYTES, MAX_FILES, readUpload } from './upload.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** Cloned voices. */
		voices: Records<Voice>;
	}
}

/** Lets `clone-voice`, unlike other endpoints, take a form. */
const takeForms: Routes = async (app) => {
	app.removeContentTypeParser('application/json');
	await app.register(fastifyMultipart, {
		throwFileSizeLimit: false,
		limits: { fileSize: MAX_FILE_BYTES, fields: 100, files: Infinity, parts: 1000 },
	});
};

/** Section 4, voice. */
const cloneVoice = endpoint('POST /clone-voice', {
	operationId: 'cloneVoice',
	summary: 'Clone a voice from audio samples',
	schema: { consumes: ['multipart/form-data'] },
	// The body is not validated here, since the handler reads it part by part, as a stream.
	validatorCompiler: () => () => true,
	body: Type.Object({
		name: Type.String(),
		description: Type.Optional(Type.String()),
		files: Type.Array(Type.String({ format: 'binary' }), {
			minItems: 1,
			maxItems: MAX_FILES,
			description: 'WAV, MP3 or M4A, at least 30 seconds each',
		}),
	}),
	answer: VoiceRecord,
	handle: async (request, { clock, database, ids, mediaLinks, requests, voices }) => {
		const { name, description, samples } = await readUpload(request.parts());
		if (request.received !== null) {
			requests.recordBody(request.received, 'body', JSON.stringify({ name, description, files: samples }));
		}
		const made = { id: ids.uuid('voice'), name, description, samples, created_at: clock.stamp() };
		const voice = database.transaction(() => voices.add(made));
		return toVoiceRecord(voice, mediaLinks);
	},
});

/** Lists the cloned voices and the recordings that they were cloned from. */
const listVoices = listEndpoint('voices', VoiceWithSamples, ({ mediaLinks, voices }) =>
	voices.list().map((voice) => toVoiceRecord(voice, mediaLinks)),
);

/** Serves a recording from which a voice can be cloned. */
const recording: Routes = (app) => {
	app.get(
		'/recording',
		{
			schema: {
				operationId: 'getRecording',
				summary: 'Get a WAV file of 30 seconds',
				produces: ['audio/wav'],
			},
		},
		(_request, reply) =>
			reply
				.header('content-type', 'audio/wav')
				.header('content-disposition', 'attachment; filename="recording.wav"')
				.send(makeRecording()),
	);
};

/** Section 4, voice: cloned voices. */
export default definePart({
	tag: 'Voice',
	dependencies: [idsPart, mediaPart],
	tables: recordTable('voices'),
	provide: (app) => ({ voices: new Records<Voice>(app, 'voices', 'Voice') }),
	functions: [takeForms, cloneVoice],
	control: [listVoices, recording],
});
