import { chmodSync, statSync, writeFileSync } from 'node:fs';
import type { CommandSpec, Values } from './add-command.ts';
import { CliError } from '../client/command-line.ts';
import type { Schema } from './fields.ts';
import { Remote } from './remote.ts';
import { show } from './show.ts';

/** The part of an OpenAPI document that the command line reads. */
interface ApiDocument {
	readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}
interface Operation {
	readonly summary: string;
	/** Its command, or several separated by commas, if it does not follow from the address. */
	readonly 'x-command'?: string;
	readonly parameters?: ReadonlyArray<{ name: string; description?: string; schema: Schema }>;
	readonly requestBody?: { content: Record<string, { schema: Schema }> };
	readonly responses: Readonly<Record<string, { content?: Record<string, unknown> }>>;
}

const PREFIX = '/sandbox/v1';
const FILE = { type: 'string', description: 'the file that the answer is written to' };
const DATA = { type: 'json-file', description: 'the other fields, from a JSON file; - for standard input' };
/** The nouns of commands whose addresses have another one. */
const NOUNS: Readonly<Record<string, string>> = { 'api-keys': 'keys', 'chat-sessions': 'chats' };
const VERBS: Readonly<Record<string, string>> = { POST: 'add', PATCH: 'change', DELETE: 'clear' };

/** Derives commands from a sandbox's OpenAPI document: one for each control call that answers JSON. */
export function deriveCommands(document: object): CommandSpec[] {
	const { paths } = document as ApiDocument;
	const commands = new Map<string, CommandSpec>();
	for (const [address, operations] of Object.entries(paths)) {
		if (!address.startsWith(`${PREFIX}/`)) continue;
		for (const [name, operation] of Object.entries(operations)) {
			if (!answersJson(operation)) continue;
			const [method, path] = [name.toUpperCase(), address.slice(PREFIX.length)];
			const { summary, 'x-command': usages = buildUsage(method, path, operation) } = operation;
			for (const usage of usages.split(', ')) {
				const fields = {
					...listFields(operation),
					...(usage.includes('<file>') && { file: FILE }),
					data: DATA,
				};
				const [words = ''] = usage.split(/ (?=[<[])/);
				const spec = { usage, summary, fields, run: createRun(method, path) };
				const other = commands.get(words);
				commands.set(words, other === undefined ? spec : combineOneAndAll(words, spec, other));
			}
		}
	}
	return [...commands.values()].sort((one, other) => one.usage.localeCompare(other.usage));
}

function createRun(method: string, path: string): CommandSpec['run'] {
	return async ({ data, file, ...values }, { url, json }) => {
		const answer = await new Remote(url).call(method, path, { ...(data as object), ...values });
		if (typeof file === 'string') return writeAnswer(file, answer);
		// A list is printed as JSON, since it is meant for programs.
		console.log(json || Array.isArray(answer) ? JSON.stringify(answer, null, 2) : show(answer));
		requireNoFailedStep(answer);
	};
}

/** @throws {CliError} if an answer is the run of a scenario, and one of its steps has failed or was refused */
function requireNoFailedStep({ steps, expectations }: Values): void {
	if (expectations === undefined || !Array.isArray(steps)) return;
	const failed = (steps as ReadonlyArray<{ status: string }>).filter(({ status }) =>
		['failed', 'refused'].includes(status),
	);
	if (failed.length > 0) throw new CliError(`${failed.length} of ${steps.length} steps have failed.`);
}

/** Writes an answer that may hold secrets to a file that only its owner can read. */
function writeAnswer(file: string, answer: object): void {
	try {
		writeFileSync(file, '', { mode: 0o600 });
		// The mode above is only that of a new file.
		if (statSync(file).isFile()) chmodSync(file, 0o600);
		writeFileSync(file, `${JSON.stringify(answer)}\n`);
	} catch (error) {
		throw new CliError(`${file} cannot be written: ${(error as Error).message}`);
	}
	console.log(`Written to ${file}.`);
}

/**
 * Returns the usage of a call: `PATCH /skills/{id}`, whose body must have an outcome, is `skills change <id>
 * <outcome>`.
 */
function buildUsage(method: string, path: string, operation: Operation): string {
	const [noun = '', ...rest] = path.slice(1).split('/');
	const ids = rest.flatMap((part) => /^\{(\w+)\}$/.exec(part)?.[1] ?? []);
	const look = ids.length === 0 && noun.endsWith('s') ? 'list' : 'show';
	const verb = rest.find((part) => !part.startsWith('{')) ?? VERBS[method] ?? look;
	const positions = [...ids, ...(findBodySchema(operation)?.required ?? [])].map((name) => `<${name}>`);
	return [NOUNS[noun] ?? noun, verb, ...positions].join(' ');
}

/** Combines the call for one record and the same call for all records into one command. */
function combineOneAndAll(words: string, spec: CommandSpec, other: CommandSpec): CommandSpec {
	const [all, one] = 'id' in spec.fields ? [other, spec] : [spec, other];
	const summary = `${one.summary}; without an ID, all of them`;
	return { ...one, summary, usage: `${words} [id]`, fields: { ...all.fields, ...one.fields } };
}

/** The fields of the path, the query and the body. */
function listFields(operation: Operation): Record<string, Schema> {
	const { parameters = [] } = operation;
	const given = parameters.map(({ name, schema, description }): [string, Schema] => [
		name,
		{ description, ...schema },
	]);
	return { ...Object.fromEntries(given), ...findBodySchema(operation)?.properties };
}

function findBodySchema({ requestBody }: Operation): Schema | undefined {
	return requestBody?.content['application/json']?.schema;
}

function answersJson({ responses }: Operation): boolean {
	return ['200', '201'].some((status) => 'application/json' in (responses[status]?.content ?? {}));
}
