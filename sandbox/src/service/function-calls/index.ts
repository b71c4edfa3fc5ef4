import { Type } from 'typebox';
import agentsPart from '../agents/index.ts';
import clockPart from '../clock/index.ts';
import customFunctionsPart from '../custom-functions/index.ts';
import { recordTable } from '../database/records.ts';
import { Setting } from '../database/settings.ts';
import demoPart from '../demo/index.ts';
import { endpoint, pagedListEndpoint } from '../http/endpoint.ts';
import idsPart from '../ids/index.ts';
import { definePart } from '../plugin.ts';
import webhooksPart from '../webhooks/index.ts';
import { FunctionCalls } from './function-calls.ts';
import {
	DEFAULT_FUNCTION_CALL_SETTINGS,
	FunctionCall,
	FunctionCallSettings,
	FunctionCallRequest,
} from './schema.ts';

declare module 'fastify' {
	interface FastifyInstance {
		functionCalls: FunctionCalls;
		functionCallSettings: Setting<FunctionCallSettings>;
	}
}

const callFunction = endpoint('POST /function-calls', {
	operationId: 'callFunction',
	command: 'functions call',
	summary: 'Have an agent call one of its custom functions, and answer what came of it',
	body: FunctionCallRequest,
	status: 201,
	answer: FunctionCall,
	handle: async ({ body }, { functionCalls }) => await functionCalls.call(body),
});

const showFunctionCall = endpoint('GET /function-calls/:id', {
	operationId: 'showFunctionCall',
	summary: 'Show one with every attempt',
	answer: FunctionCall,
	handle: ({ params }, { functionCalls }) => functionCalls.require(params.id),
});

const showFunctionCalling = endpoint('GET /function-calling', {
	operationId: 'showFunctionCalling',
	summary: 'Show how agents call functions',
	answer: FunctionCallSettings,
	handle: (_request, { functionCallSettings }) => functionCallSettings.get(),
});

const changeFunctionCalling = endpoint('PATCH /function-calling', {
	operationId: 'changeFunctionCalling',
	summary: 'Set the form in which arguments are sent',
	body: Type.Partial(FunctionCallSettings),
	answer: FunctionCallSettings,
	handle: ({ body }, { functionCallSettings }) =>
		functionCallSettings.set({ ...functionCallSettings.get(), ...body }),
});

/**
 * Section 2, custom function: the calls that agents make of their functions. No agent really converses in the
 * sandbox, so each call is requested.
 */
export default definePart({
	dependencies: [agentsPart, clockPart, customFunctionsPart, demoPart, idsPart, webhooksPart],
	tables: recordTable('function_calls', 'status'),
	provide: (app) => ({
		functionCallSettings: new Setting(app.settings, 'function_calling', DEFAULT_FUNCTION_CALL_SETTINGS),
		functionCalls: new FunctionCalls(app, 'function_calls', 'Function call'),
	}),
	setUp: ({ history }) => history.bound('function_calls', "record ->> 'status' <> 'running'"),
	reset: ({ functionCallSettings, functionCalls }) => {
		functionCallSettings.reset();
		functionCalls.clear();
	},
	control: [
		pagedListEndpoint('function-calls', FunctionCall, ({ functionCalls }) => functionCalls),
		callFunction,
		showFunctionCall,
		showFunctionCalling,
		changeFunctionCalling,
	],
	start: ({ database, functionCalls }) => database.transaction(() => functionCalls.endUnfinished()),
	stop: ({ functionCalls }) => functionCalls.close(),
});
