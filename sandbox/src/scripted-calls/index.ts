import agentsPart from '../agents/index.ts';
import callsPart from '../calls/index.ts';
import clockPart from '../clock/index.ts';
import { recordTable } from '../database/records.ts';
import demoPart from '../demo/index.ts';
import functionCallsPart from '../function-calls/index.ts';
import { endpoint, pages } from '../http/endpoint.ts';
import { EndQuery, whenEnded } from '../http/wait.ts';
import numbersPart from '../numbers/index.ts';
import { definePart } from '../plugin.ts';
import { CallScript, ScriptedCall } from './schema.ts';
import { ScriptedCalls } from './scripted-calls.ts';

declare module 'fastify' {
	interface FastifyInstance {
		scriptedCalls: ScriptedCalls;
	}
}

const scriptCall = endpoint('POST /scripted-calls', {
	operationId: 'scriptCall',
	command: 'calls script <data>',
	summary: 'Begin an inbound call in which the agent calls its custom functions, from a file',
	body: CallScript,
	status: 201,
	answer: ScriptedCall,
	handle: ({ body }, { scriptedCalls }) => scriptedCalls.begin(body),
});

const showScriptedCall = endpoint('GET /scripted-calls/:id', {
	operationId: 'showScriptedCall',
	summary: 'Show how far a scripted call has come',
	query: EndQuery,
	answer: ScriptedCall,
	handle: ({ params, query }, { database, scriptedCalls }) =>
		whenEnded(
			query,
			() => scriptedCalls.require(params.id),
			() => database.changes,
		),
});

/**
 * Section 2, custom function: scripted calls in which agents call functions, since no agent really converses
 * in the sandbox.
 */
export default definePart({
	dependencies: [agentsPart, callsPart, clockPart, demoPart, functionCallsPart, numbersPart],
	tables: recordTable('scripted_calls', 'status'),
	provide: (app) => ({ scriptedCalls: new ScriptedCalls(app) }),
	setUp: ({ history }) => history.bound('scripted_calls', "record ->> 'status' <> 'running'"),
	reset: ({ scriptedCalls }) => scriptedCalls.clear(),
	control: [
		pages('scripted-calls', ScriptedCall, ({ scriptedCalls }) => scriptedCalls),
		scriptCall,
		showScriptedCall,
	],
	stop: ({ scriptedCalls }) => scriptedCalls.clear(),
});
