/** Stands before the service, and tells in what requests and answers differ from `interface.yaml`. */
import { readFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import Ajv2020 from 'ajv/dist/2020';
import { parse } from 'yaml';
import { serve } from '../../support/web-server';

interface Reference {
	$ref: string;
}
interface Body {
	content?: Record<string, { schema: object }>;
}
interface Parameter {
	name: string;
	in: 'path' | 'query' | 'header';
	required?: boolean;
	schema: object;
}
interface Operation {
	parameters?: Array<Parameter | Reference>;
	requestBody?: Body | Reference;
	responses: Record<string, Body | Reference>;
	security?: object[];
}
interface Document {
	paths: Record<string, Record<string, Operation>>;
}

const NAME = 'interface';
const DOCUMENT = parse(
	// So that references also lead there from a part of the document.
	readFileSync(join(__dirname, 'interface.yaml'), 'utf8').replaceAll("'#/", `'${NAME}#/`),
) as Document;

const ajv = new Ajv2020({ strict: false, allErrors: true })
	.addFormat('date-time', (time) => /T.+(Z|[+-]\d\d:\d\d)$/.test(time) && !Number.isNaN(Date.parse(time)))
	.addFormat('uri', (address) => URL.canParse(address))
	.addSchema(DOCUMENT, NAME);

/** Follows a reference within the document, if it is one. */
function resolve<T extends object>(part: T | Reference): T {
	if (!('$ref' in part)) return part;
	const steps = part.$ref.slice(`${NAME}#/`.length).split('/');
	return steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], DOCUMENT) as T;
}

/** Says in what a value differs from a schema. */
function check(schema: object, value: unknown): string[] {
	const validate = ajv.compile(schema);
	if (validate(value)) return [];
	return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

function checkBody(part: Body | Reference, { 'content-type': type }: IncomingHttpHeaders, body: string) {
	const [[contentType, { schema }] = ['', { schema: {} }]] = Object.entries(resolve(part).content ?? {});
	if (!type?.startsWith(contentType)) return [`is ${type} and not ${contentType}`];
	return check(schema, JSON.parse(body));
}

/** Finds the operation of a request, with the parameters in its path. */
function findOperation(method: string, path: string) {
	for (const [template, item] of Object.entries(DOCUMENT.paths)) {
		const operation = item[method.toLowerCase()];
		const inPath = new RegExp(`^${template.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`).exec(path);
		if (operation && inPath) return { operation, inPath: inPath.groups ?? {} };
	}
	return undefined;
}

/** A request or an answer, whose body has come. */
interface Message {
	headers: IncomingHttpHeaders;
	body: string;
}

function judge(method: string, url: URL, asked: Message, status: number, answered: Message): string[] {
	const found = findOperation(method, url.pathname);
	if (!found) return ['is not in the document'];
	const { operation, inPath } = found;
	const given = { path: inPath, query: Object.fromEntries(url.searchParams), header: asked.headers };
	const parameters = (operation.parameters ?? []).map((one) => resolve(one));
	const answer = operation.responses[status] ?? operation.responses.default;
	return [
		...parameters.flatMap(({ name, in: place, required, schema }) => {
			const value = (given[place] as Record<string, unknown>)[name];
			if (value === undefined) return required ? [`lacks ${name}`] : [];
			return check(schema, value).map((difference) => `has ${name}, which ${difference}`);
		}),
		...(operation.security || asked.headers.authorization?.startsWith('Bearer ') ? [] : ['lacks the token']),
		...(operation.requestBody
			? checkBody(operation.requestBody, asked.headers, asked.body).map((one) => `has a body that ${one}`)
			: []),
		...(answer
			? checkBody(answer, answered.headers, answered.body).map((one) => `is answered by what ${one}`)
			: [`is answered ${status}`]),
	];
}

export interface InterfaceJudge {
	/** Where it listens; what comes there goes on to the service. */
	url: string;
	/** A line for each difference so far. */
	readonly differences: string[];
	close(): Promise<void>;
}

export async function startInterfaceJudge(serviceUrl: string): Promise<InterfaceJudge> {
	const differences: string[] = [];
	const passOn = async (asked: IncomingMessage) => {
		const { method = '', headers } = asked;
		const url = new URL(asked.url ?? '', serviceUrl);
		const body = await text(asked);
		const answer = await new Promise<IncomingMessage>((take, fail) => {
			request(url, { method, headers }, take).on('error', fail).end(body);
		});
		const { statusCode: status = 0 } = answer;
		const answered = { headers: answer.headers, body: await text(answer) };
		const found = judge(method, url, { headers, body }, status, answered);
		differences.push(...found.map((difference) => `${method} ${url.pathname} ${difference}`));
		return { status, ...answered };
	};
	const server = await serve((asked, response) => {
		void passOn(asked).then(
			({ status, headers, body }) => response.writeHead(status, headers).end(body),
			() => response.destroy(),
		);
	});
	return { url: server.url, differences, close: () => server.close() };
}
