import type { Room } from '../room.ts';
import { callControl } from './control.ts';
import { CALL_TABLES } from './store.ts';

/** Section 6, `call.completed`: calls that have ended. */
export const callsRoom: Room = { name: 'calls', migrations: [CALL_TABLES], control: callControl };
