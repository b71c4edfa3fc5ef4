import accountPart from './service/account/index.ts';
import addressPart from './service/address/index.ts';
import agentDetailsPart from './service/agent-details/index.ts';
import agentsPart from './service/agents/index.ts';
import authPart from './service/auth/index.ts';
import batchesPart from './service/batches/index.ts';
import billingPart from './service/billing/index.ts';
import callsPart from './service/calls/index.ts';
import carrierPart from './service/carrier/index.ts';
import chatSessionsPart from './service/chat-sessions/index.ts';
import chatappPart from './service/chatapp/index.ts';
import clockPart from './service/clock/index.ts';
import contactsPart from './control/contacts/index.ts';
import controlPart from './control/sandbox/index.ts';
import customFunctionsPart from './service/custom-functions/index.ts';
import dashboardPart from './control/dashboard/index.ts';
import databasePart from './service/database/index.ts';
import demoPart from './service/demo/index.ts';
import docsPart from './control/docs/index.ts';
import faultsPart from './control/faults/index.ts';
import functionCallsPart from './service/function-calls/index.ts';
import idsPart from './service/ids/index.ts';
import knowledgePart from './service/knowledge/index.ts';
import livePart from './control/live/index.ts';
import mediaPart from './service/media/index.ts';
import memoriesPart from './service/memories/index.ts';
import messagesPart from './service/messages/index.ts';
import modelsPart from './service/models/index.ts';
import n8nPart from './n8n/index.ts';
import numberSearchPart from './service/number-search/index.ts';
import numbersPart from './service/numbers/index.ts';
import openapiPart from './control/openapi/index.ts';
import repliesPart from './control/replies/index.ts';
import requestsPart from './control/requests/index.ts';
import scenariosPart from './control/scenarios/index.ts';
import seedPart from './service/seed/index.ts';
import skillsPart from './service/skills/index.ts';
import smsPart from './service/sms/index.ts';
import snapshotsPart from './control/snapshots/index.ts';
import voicePart from './service/voice/index.ts';
import webhooksPart from './service/webhooks/index.ts';
import type { Part } from './service/plugin.ts';

/** The parts of the sandbox. One that is not in this list, and on which none of these depends, is not served. */
export const PARTS: readonly Part[] = [
	accountPart,
	addressPart,
	agentDetailsPart,
	agentsPart,
	authPart,
	batchesPart,
	billingPart,
	callsPart,
	carrierPart,
	chatSessionsPart,
	chatappPart,
	clockPart,
	contactsPart,
	controlPart,
	customFunctionsPart,
	dashboardPart,
	databasePart,
	demoPart,
	docsPart,
	faultsPart,
	functionCallsPart,
	idsPart,
	knowledgePart,
	livePart,
	mediaPart,
	memoriesPart,
	messagesPart,
	modelsPart,
	n8nPart,
	numberSearchPart,
	numbersPart,
	openapiPart,
	repliesPart,
	requestsPart,
	scenariosPart,
	seedPart,
	skillsPart,
	smsPart,
	snapshotsPart,
	voicePart,
	webhooksPart,
];
