import { Type } from 'typebox';
import type { Routes } from '../plugin.ts';
import { makeRecording } from './recording.ts';
import { toVoiceRecord, VoiceWithSamples } from './record.ts';

const Answer = Type.Object({ voices: Type.Array(VoiceWithSamples) });

/** Shows the cloned voices and what they were cloned from, and has a recording to clone one from. */
export const voiceControl: Routes = (app) => {
	const { mediaLinks, voices } = app;
	app.get('/voices', { schema: { response: { 200: Answer } } }, () => ({
		voices: voices.list().map((voice) => toVoiceRecord(voice, mediaLinks)),
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
