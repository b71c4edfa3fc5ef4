import { Type, type Static } from 'typebox';
import { isoTime } from '../clock/clock.ts';
import { Nullable, Timestamp } from '../http/values.ts';
import type { MediaLinks } from '../media/links.ts';
import type { Voice } from './voices.ts';

/** Section 2: always the voice provider; the interface does not name it. */
const VOICE_PROVIDER = 'voice-provider';

/** Section 2, voice clone. */
export const VoiceRecord = Type.Object({
	id: Type.String({ description: 'Usable as voice_id in an agent' }),
	name: Type.String(),
	description: Nullable(Type.String()),
	preview_url: Type.String(),
	provider: Type.String(),
	created_at: Timestamp,
});

export function toVoiceRecord(voice: Voice, links: MediaLinks): Static<typeof VoiceRecord> {
	return {
		id: voice.id,
		name: voice.name,
		description: voice.description,
		preview_url: links.sign('voice_note'),
		provider: VOICE_PROVIDER,
		created_at: isoTime(voice.createdAt),
	};
}
