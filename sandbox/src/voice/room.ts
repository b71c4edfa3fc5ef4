import type { Room } from '../room.ts';
import { voiceControl } from './control.ts';
import { voiceFunctions } from './functions.ts';
import { VOICE_TABLES } from './voices.ts';

/** Section 4, voice: cloned voices. */
export const voiceRoom: Room = {
	name: 'voice',
	migrations: [VOICE_TABLES],
	functions: voiceFunctions,
	control: voiceControl,
};
