import { Type } from 'typebox';
import { recordTable } from '../database/records.ts';
import { endpoint, pages } from '../http/endpoint.ts';
import { plainError } from '../http/errors.ts';
import { EndQuery, whenEnded } from '../http/wait.ts';
import { definePart } from '../plugin.ts';
import { ScenarioRuns } from './runs.ts';
import { builtInScenarios, NamedScenario, Scenario, ScenarioRun } from './scenario.ts';

declare module 'fastify' {
	interface FastifyInstance {
		scenarioRuns: ScenarioRuns;
	}
}

const listScenarios = endpoint('GET /scenarios', {
	command: 'scenario list',
	summary: 'List the scenarios that come along',
	answer: Type.Object({ scenarios: Type.Array(NamedScenario) }),
	handle: () => ({ scenarios: builtInScenarios() }),
});

const playScenario = endpoint('POST /scenarios/:name/play', {
	command: 'scenario play <name>',
	summary: 'Play a scenario that comes along',
	params: Type.Object({ name: Type.String() }),
	status: 201,
	answer: ScenarioRun,
	write: ({ params }, { scenarioRuns }) => {
		const scenario = builtInScenarios().find(({ name }) => name === params.name);
		if (scenario === undefined) throw plainError(404, 'Scenario not found');
		return scenarioRuns.begin(scenario);
	},
});

const runScenario = endpoint('POST /scenario-runs', {
	command: 'scenario run <data>',
	summary: 'Play the scenario in a file',
	body: Scenario,
	status: 201,
	answer: ScenarioRun,
	write: ({ body }, { scenarioRuns }) => scenarioRuns.begin(body),
});

const showRun = endpoint('GET /scenario-runs/:id', {
	command: 'scenario show <id>',
	summary: 'Show how far a scenario has come',
	query: EndQuery,
	answer: ScenarioRun,
	handle: ({ params, query }, { database, scenarioRuns }) =>
		whenEnded(
			query,
			() => scenarioRuns.require(params.id),
			() => database.changes,
		),
});

/** Scenarios of a business, step by step, for demonstrations and for testing workflows. */
export default definePart({
	name: 'scenarios',
	dependencies: ['clock', 'control', 'function-calls', 'ids'],
	tables: recordTable('scenario_runs', 'status'),
	provide: (app) => ({ scenarioRuns: new ScenarioRuns(app) }),
	setUp: ({ history }) => history.bound('scenario_runs', "record ->> 'status' <> 'running'"),
	control: [
		listScenarios,
		playScenario,
		runScenario,
		pages('scenario-runs', ScenarioRun, ({ scenarioRuns }) => scenarioRuns),
		showRun,
	],
	start: ({ database, scenarioRuns }) => void database.write(() => scenarioRuns.stopAll()),
});
