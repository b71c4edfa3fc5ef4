import accountPart from './account/index.ts';
import addressPart from './address/index.ts';
import agentDetailsPart from './agent-details/index.ts';
import agentsPart from './agents/index.ts';
import authPart from './auth/index.ts';
import batchesPart from './batches/index.ts';
import billingPart from './billing/index.ts';
import callsPart from './calls/index.ts';
import carrierPart from './carrier/index.ts';
import chatSessionsPart from './chat-sessions/index.ts';
import chatappPart from './chatapp/index.ts';
import clockPart from './clock/index.ts';
import contactsPart from './contacts/index.ts';
import controlPart from './control/index.ts';
import conversationsPart from './conversations/index.ts';
import customFunctionsPart from './custom-functions/index.ts';
import dashboardPart from './dashboard/index.ts';
import databasePart from './database/index.ts';
import demoPart from './demo/index.ts';
import docsPart from './docs/index.ts';
import faultsPart from './faults/index.ts';
import functionCallsPart from './function-calls/index.ts';
import idsPart from './ids/index.ts';
import knowledgePart from './knowledge/index.ts';
import livePart from './live/index.ts';
import mediaPart from './media/index.ts';
import memoriesPart from './memories/index.ts';
import messagesPart from './messages/index.ts';
import modelsPart from './models/index.ts';
import n8nPart from './n8n/index.ts';
import numberSearchPart from './number-search/index.ts';
import numbersPart from './numbers/index.ts';
import openapiPart from './openapi/index.ts';
import repliesPart from './replies/index.ts';
import requestsPart from './requests/index.ts';
import scenariosPart from './scenarios/index.ts';
import seedPart from './seed/index.ts';
import skillsPart from './skills/index.ts';
import smsPart from './sms/index.ts';
import snapshotsPart from './snapshots/index.ts';
import voicePart from './voice/index.ts';
import webhooksPart from './webhooks/index.ts';
import type { Part } from './plugin.ts';

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
	conversationsPart,
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
