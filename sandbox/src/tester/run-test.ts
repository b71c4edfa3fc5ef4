import { setTimeout as sleep } from 'node:timers/promises';
import { CliError } from '../client/command-line.ts';
import type { Delivery } from '../client/records.ts';
import { findScenarioMistake, type KnownCalls } from '../control/scenarios/check.ts';
import type { NewRecords, SentMessage } from '../control/scenarios/new-records.ts';
import type { RunStep } from '../control/scenarios/play.ts';
import type { Scenario } from '../control/scenarios/scenario.ts';
import { Executions } from '../n8n/executions.ts';
import { CHAT_APP_EVENT } from '../n8n/nodes.ts';
import { hasPollingTrigger } from './copy.ts';
import { deploy, type Deployment } from './deployment.ts';
import type { TestEnvironment } from './environment.ts';
import type { TestPlan } from './plan.ts';
import { playScenario } from './play.ts';
import {
	countSent,
	expectsWaiting,
	FAILED_STATUSES,
	findFailures,
	findLateMessages,
	findMissingExecutions,
	findOpenWaits,
	findPreviews,
	findViolations,
	hasHandledError,
	type RunRecords,
	type SentCounts,
} from './problems.ts';
import { allowForFaults, allowForPolls, type FaultPlan } from './seeded-faults.ts';

/** The longest wait for executions that run and deliveries that are on their way, and the pause between looks. */
const SETTLING_TIMEOUT_MS = 150_000;
const LOOK_INTERVAL_MS = 500;

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** The result of one run of a test. */
export interface TestResult {
	/**
	 * `failed visibly` only under faults: the workflow did not do all that is expected, but n8n shows that it failed, or
	 * it told a person.
	 */
	readonly outcome: 'passed' | 'failed visibly' | 'failed';
	/** The reasons for a failed run; empty otherwise. */
	readonly problems: readonly string[];
	/** Remarks on parts that the test could not see. */
	readonly remarks: readonly string[];
	readonly steps: readonly RunStep[];
	readonly sent: SentCounts;
	readonly durationMs: number;
	readonly deployment: Deployment;
}

/** Faults, and how often each message is sent without them. */
export interface Faults {
	readonly plan: FaultPlan;
	readonly countsWithoutFaults: SentCounts;
}

/** @throws {CliError} if a scenario cannot be played in the sandbox, with its first mistake */
export async function checkScenario(scenario: Scenario, { sandbox }: TestEnvironment): Promise<void> {
	const [{ endpoints }, document] = await Promise.all([
		sandbox.control('GET', '/endpoints'),
		fetch(`${sandbox.url}/openapi.json`).then(
			(answer) => answer.json() as Promise<Pick<KnownCalls, 'paths'>>,
		),
	]);
	const mistake =
		findScenarioMistake(scenario, { endpoints, paths: document.paths }) ?? findMissingAccount(scenario);
	if (mistake === undefined) return;
	throw new CliError(`The scenario "${scenario.title}" cannot be played. ${mistake}`);
}

function findMissingAccount({ second_account: second, steps }: Scenario): string | undefined {
	const accounts = second === undefined ? 1 : 2;
	const missing = steps.map(({ account = 1 }) => account).find((account) => account > accounts);
	if (missing === undefined) return undefined;
	const advice = accounts === 1 ? ': name the credentials of the second one in second_account' : '';
	return `There is no account ${missing}${advice}`;
}

/**
 * Runs a workflow against a scenario, in an account that is reset first. The copies stay in n8n.
 * @param onStep gets each step when it has ended
 * @param faults those under which it runs
 * @throws {CliError} if n8n cannot run the workflow
 */
export async function runTest(
	plan: TestPlan,
	scenario: Scenario,
	environment: TestEnvironment,
	onStep: (step: RunStep) => void,
	faults?: Faults,
): Promise<TestResult> {
	const begun = performance.now();
	const { n8n, sandbox } = environment;
	for (const account of environment.accounts) {
		await account.setWebhookUrl(null);
		await account.reset();
	}
	const deployment = await deploy(plan, environment);
	try {
		const executions = await Executions.follow(n8n, [...deployment.workflows.keys()]);
		for (const fault of faults?.plan.faults ?? []) await fault.arrange(sandbox);
		const patient = [plan.tested, ...plan.beside].some(hasPollingTrigger)
			? allowForPolls(scenario)
			: scenario;
		const played = faults ? allowForFaults(patient) : patient;
		const {
			steps,
			skippedWaits,
			records: newRecords,
		} = await playScenario(played, environment, deployment, executions, onStep);
		const messages = await listMessages(newRecords);
		const collect = () => collectRecords(newRecords, executions, deployment);
		let records = await collect();
		if (faults?.plan.isKilled) {
			await environment.killSandbox();
			await replayAll(environment, records);
			records = await collect();
		}
		const openWaits = findOpenWaits(records);
		const isAllSeen = openWaits.length === 0 || expectsWaiting(scenario);
		const violations = [
			...skippedWaits,
			...findViolations(records, deployment, faults?.countsWithoutFaults),
			...findMissingExecutions(scenario, records, deployment),
			...(faults ? [] : findLateMessages(scenario, messages, records)),
		];
		const unmet = [...findUnmetSteps(steps, records), ...(isAllSeen ? [] : openWaits.map(adviseToExpect))];
		const isExcused =
			faults !== undefined && (findFailures(records).length > 0 || hasHandledError(records, deployment));
		const problems = isExcused ? violations : [...violations, ...unmet];
		return {
			outcome: problems.length > 0 ? 'failed' : unmet.length > 0 ? 'failed visibly' : 'passed',
			problems: [...problems, ...(problems.length > 0 ? await findProxy(environment) : [])],
			remarks: [...(isAllSeen ? openWaits : []), ...findPreviews(records, deployment)],
			...{ steps, sent: countSent(records), deployment },
			durationMs: Math.round(performance.now() - begun),
		};
	} catch (error) {
		await deployment.remove();
		throw error;
	}
}

/** Waits until no execution runs and no delivery is on its way, and collects what there is. */
async function collectRecords(
	records: readonly NewRecords[],
	executions: Executions,
	{ receivers }: Deployment,
): Promise<RunRecords> {
	const isSelected = ({ api_key_id: key, event }: Delivery) =>
		receivers.some(
			({ apiKeyId, events }) => events.includes(event) && (event === CHAT_APP_EVENT || apiKeyId === key),
		);
	const until = performance.now() + SETTLING_TIMEOUT_MS;
	for (;;) {
		const haveSettled = await executions.areSettled();
		const deliveries = (await Promise.all(records.map((one) => one.deliveries()))).flat();
		const selected = deliveries.filter(isSelected);
		const isMoving = !haveSettled || selected.some(({ status }) => status === 'pending');
		if (isMoving && performance.now() < until) {
			await sleep(LOOK_INTERVAL_MS);
			continue;
		}
		const others = deliveries.filter((one) => !selected.some(({ event }) => event === one.event));
		return {
			messages: await listMessages(records),
			deliveries: selected,
			otherEvents: [...new Set(others.map(({ event }) => event))],
			executions: await executions.list(),
		};
	}
}

/** Lists the messages to people in all accounts. */
async function listMessages(records: readonly NewRecords[]): Promise<SentMessage[]> {
	return (await Promise.all(records.map((one) => one.sentMessages()))).flat();
}

/** Lists the steps that did not go as the scenario says, and the executions that failed although no step expects it. */
function findUnmetSteps(steps: readonly RunStep[], records: RunRecords): string[] {
	const failures = findFailures(records);
	const expectsFailure = steps.some(({ expect }) =>
		FAILED_STATUSES.includes(expect?.execution?.status ?? ''),
	);
	const wrong = steps.filter(({ status }) => status !== 'done');
	const words = wrong.map(({ note, error }) => `${note}: ${error ?? 'it was not carried out'}`);
	return expectsFailure ? words : [...words, ...failures];
}

/** Says how a scenario ends while an execution waits. */
function adviseToExpect(openWait: string): string {
	return `${openWait}. If the scenario is to end so, let its last step expect { "execution": { "status": "waiting" } }`;
}

async function replayAll({ sandbox }: TestEnvironment, { deliveries }: RunRecords): Promise<void> {
	for (const { id } of deliveries) await sandbox.control('POST', `/deliveries/${id}/replay`);
}

/** Names a proxy if no request has reached the sandbox, and one may be the reason. */
async function findProxy({ accounts, serviceUrl }: TestEnvironment): Promise<string[]> {
	const counts = await Promise.all(accounts.map((one) => one.control('GET', '/requests?limit=1')));
	if (counts.some(({ total }) => total > 0)) return [];
	const words = describeProxy(serviceUrl);
	return words === undefined ? [] : [words];
}

/**
 * Says that requests to an address on this machine may go to a proxy, which cannot reach it; undefined if the settings
 * of this process do not say so. n8n often runs with the same settings.
 */
export function describeProxy(url: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
	const { hostname } = new URL(url);
	const proxy = env.HTTP_PROXY ?? env.http_proxy;
	const exceptions = (env.NO_PROXY ?? env.no_proxy ?? '').split(',').map((one) => one.trim());
	if (!proxy || !LOOPBACK.includes(hostname) || exceptions.includes(hostname) || exceptions.includes('*')) {
		return undefined;
	}
	return (
		`No request of n8n has reached the sandbox. HTTP_PROXY is set to a proxy, which cannot reach ${url}: start n8n with ` +
		`NO_PROXY=${hostname}`
	);
}
