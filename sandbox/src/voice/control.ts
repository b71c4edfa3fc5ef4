import { Type } from 'typebox';
import { OneOf } from '../http/values.ts';
import type { Routes } from '../plugin.ts';
import { makeRecording } from './recording.ts';
import { toVoiceRecord, VoiceRecord } from './record.ts';

const Answer = Type.Object({
	voices: Type.Array(
		Type.Object({
			...VoiceRecord.properties,
			samples: Type.Array(
				Type.Object({
					filename: Type.String(),
					format: OneOf(['wav', 'mp3', 'm4a']),
					bytes: Type.Integer(),
					seconds: Type.Number({ description: 'As measured' }),
				}),
			),
		}),
	),
});

/** Shows the cloned voices and what they were cloned from, and has a recording to clone one from. */
export const voiceControl: Routes = (app) => {
	const { mediaLinks, voices } = app;
	app.get('/voices', { schema: { response: { 200: Answer } } }, () => ({
		voices: voices.list().map((voice) => ({
			...toVoiceRecord(voice, mediaLinks),
			samples: voice.samples.map((sample) => ({ ...sample })),
		})),
	}));

	app.get(
		'/recording',
		{ schema: { description: 'A WAV file of 30 seconds', produces: ['audio/wav'] } },
		(_request, reply) =>
			reply
				.header('content-type', 'audio/wav')
				.header('content-disposition', 'attachment; filename="recording.wav"')
				.send(makeRecording()),
	);
};
