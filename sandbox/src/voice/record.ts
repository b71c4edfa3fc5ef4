import { Type, type Static } from 'typebox';
import { Nullable, OneOf, Timestamp } from '../http/values.ts';
import type { MediaLinks } from '../media/links.ts';

/** Section 2: always the voice provider; the interface does not name it. */
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

/** A cloned voice with what it was made from. */
export const VoiceWithSamples = Type.Object({ ...VoiceRecord.properties, samples: Type.Array(Sample) });

/** A cloned voice as it is kept. */
export type Voice = Omit<Static<typeof VoiceWithSamples>, 'preview_url' | 'provider'>;

/** A voice as it is shown: the link to its preview does not expire. */
export function toVoiceRecord(voice: Voice, links: MediaLinks): Static<typeof VoiceWithSamples> {
	return { ...voice, preview_url: links.signForGood('voice_note'), provider: VOICE_PROVIDER };
}
