import { Type } from 'typebox';
import accountPart from '../../service/account/index.ts';
import batchesPart from '../../service/batches/index.ts';
import clockPart from '../../service/clock/index.ts';
import controlPart from '../sandbox/index.ts';
import { recordTable } from '../../service/database/records.ts';
import faultsPart from '../faults/index.ts';
import functionCallsPart from '../../service/function-calls/index.ts';
import { endpoint, pagedListEndpoint } from '../../service/http/endpoint.ts';
import { plainError } from '../../service/http/errors.ts';
import { EndQuery, waitUntilEnded } from '../../service/http/listing.ts';
import idsPart from '../../service/ids/index.ts';
import messagesPart from '../../service/messages/index.ts';
import { definePart } from '../../service/plugin.ts';
import requestsPart from '../requests/index.ts';
import webhooksPart from '../../service/webhooks/index.ts';
import { ScenarioRuns } from './runs.ts';
import { readBuiltInScenarios, NamedScenario, Scenario, ScenarioRun } from './scenario.ts';

declare module 'fastify' {
	interface FastifyInstance {
		scenarioRuns: ScenarioRuns;
	}
}

const listScenarios = endpoint('GET /scenarios', {
	operationId: 'listScenarios',
	command: 'scenario list',
	summary: 'List the scenarios that come along',
	answer: Type.Object({ scenarios: Type.Array(NamedScenario) }),
	handle: () => ({ scenarios: readBuiltInScenarios() }),
});

const playScenario = endpoint('POST /scenarios/:name/play', {
	operationId: 'playScenario',
	command: 'scenario play <name>',
	summary: 'Play a scenario that comes along',
	params: Type.Object({ name: Type.String() }),
	status: 201,
	answer: ScenarioRun,
	handle: async ({ params }, app) => {
		const scenario = readBuiltInScenarios().find(({ name }) => name === params.name);
		if (scenario === undefined) throw plainError(404, 'Scenario not found');
		return await app.scenarioRuns.begin(scenario);
	},
});

const runScenario = endpoint('POST /scenario-runs', {
	operationId: 'runScenario',
	command: 'scenario run <data>',
	summary: 'Play the scenario in a file',
	body: Scenario,
	status: 201,
	answer: ScenarioRun,
	handle: async ({ body }, app) => await app.scenarioRuns.begin(body),
});

const showRun = endpoint('GET /scenario-runs/:id', {
	operationId: 'showScenarioRun',
	command: 'scenario show <id>',
	summary: 'Show how far a scenario has come',
	query: EndQuery,
	answer: ScenarioRun,
	handle: ({ params, query }, { database, scenarioRuns }) =>
		waitUntilEnded(
			query,
			() => scenarioRuns.require(params.id),
			() => database.changes,
		),
});

/** Scenarios of a business, step by step, for demonstrations and for testing workflows. */
export default definePart({
	dependencies: [
		accountPart,
		batchesPart,
		clockPart,
		controlPart,
		faultsPart,
		functionCallsPart,
		idsPart,
		messagesPart,
		requestsPart,
		webhooksPart,
	],
	tables: recordTable('scenario_runs', 'status'),
	provide: (app) => ({ scenarioRuns: new ScenarioRuns(app) }),
	setUp: ({ history }) => history.bound('scenario_runs', "record ->> 'status' <> 'running'"),
	control: [
		listScenarios,
		playScenario,
		runScenario,
		pagedListEndpoint('scenario-runs', ScenarioRun, ({ scenarioRuns }) => scenarioRuns),
		showRun,
	],
	start: ({ database, scenarioRuns }) => database.transaction(() => scenarioRuns.stopAll()),
	stop: ({ scenarioRuns }) => scenarioRuns.close(),
});
