import { Type, type Static } from 'typebox';
import { Nullable, OneOf, Timestamp } from '../http/values.ts';
import type { MediaLinks } from '../media/index.ts';

/** Section 2: the voice provider is always the same one, which the interface does not name. */
const VOICE_PROVIDER = 'voice-provider';

/** The recording that a voice was cloned from; the audio itself is not kept. */
const Sample = Type.Object({
	filename: Type.String(),
	format: OneOf(['wav', 'mp3', 'm4a']),
	bytes: Type.Integer(),
	seconds: Type.Number({ description: 'As measured' }),
});
export type Sample = Static<typeof Sample>;

/** Section 2, voice clone. */
export const VoiceRecord = Type.Object({
	id: Type.String({ description: 'Usable as voice_id in an agent' }),
	name: Type.String(),
	description: Nullable(Type.String()),
	preview_url: Type.String(),
	provider: Type.String(),
	created_at: Timestamp,
});

/** A cloned voice with the recordings that it was cloned from. */
export const VoiceWithSamples = Type.Object({ ...VoiceRecord.properties, samples: Type.Array(Sample) });

/** A cloned voice as stored. */
export type Voice = Omit<Static<typeof VoiceWithSamples>, 'preview_url' | 'provider'>;

/** Converts a voice to the form that is shown, with a link to its preview that does not expire. */
export function toVoiceRecord(voice: Voice, links: MediaLinks): Static<typeof VoiceWithSamples> {
	return { ...voice, preview_url: links.signForGood('voice_note'), provider: VOICE_PROVIDER };
}
