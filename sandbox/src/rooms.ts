import { agentsRoom } from './agents/room.ts';
import { authRoom } from './auth/room.ts';
import { batchesRoom } from './batches/room.ts';
import { billingRoom } from './billing/room.ts';
import { callsRoom } from './calls/room.ts';
import { carrierRoom } from './carrier/room.ts';
import { chatSessionsRoom } from './chat-sessions/room.ts';
import { chatAppRoom } from './chatapp/room.ts';
import { clockRoom } from './clock/room.ts';
import { controlRoom } from './control/room.ts';
import { customFunctionsRoom } from './custom-functions/room.ts';
import { dashboardRoom } from './dashboard/room.ts';
import { faultsRoom } from './faults/room.ts';
import { requestsRoom } from './requests/room.ts';
import { knowledgeRoom } from './knowledge/room.ts';
import { liveRoom } from './live/live.ts';
import { mediaRoom } from './media/room.ts';
import { memoriesRoom } from './memories/room.ts';
import { messagesRoom } from './messages/room.ts';
import { modelsRoom } from './models/room.ts';
import { numberSearchRoom } from './number-search/room.ts';
import { numbersRoom } from './numbers/room.ts';
import type { Room } from './room.ts';
import { skillsRoom } from './skills/room.ts';
import { voiceRoom } from './voice/room.ts';
import { webhooksRoom } from './webhooks/room.ts';

/** Every part of the service, in the order of seeding. A new one is a folder and a line here. */
export const rooms: readonly Room[] = [
	controlRoom,
	clockRoom,
	faultsRoom,
	requestsRoom,
	authRoom,
	modelsRoom,
	agentsRoom,
	numbersRoom,
	numberSearchRoom,
	customFunctionsRoom,
	knowledgeRoom,
	memoriesRoom,
	skillsRoom,
	chatAppRoom,
	messagesRoom,
	carrierRoom,
	billingRoom,
	callsRoom,
	batchesRoom,
	chatSessionsRoom,
	voiceRoom,
	mediaRoom,
	webhooksRoom,
	liveRoom,
	dashboardRoom,
];
