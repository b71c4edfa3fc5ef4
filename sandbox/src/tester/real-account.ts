/** Keeps a test away from real accounts: it replaces credentials of the service, and refuses nodes that reach it otherwise. */
import { CliError } from '../client/command-line.ts';
import type { N8nApi } from '../n8n/api.ts';
import {
	API_KEY_CREDENTIAL,
	SESSION_CREDENTIAL,
	isOurs,
	readCredentialType,
	type CredentialType,
} from '../n8n/nodes.ts';
import type { WorkflowFile, WorkflowNode } from '../n8n/workflow.ts';
import { listAllNodes } from './sub-workflows.ts';

/** Matches n8n's nodes for any HTTP request, which send it with the credential that their parameters name. */
const HTTP_REQUEST = /\.(?:httpRequest|httpRequestTool|toolHttpRequest)$/;
/** Matches the part of an endpoint's address that depends on the account. */
const SERVICE_ADDRESS = /^(=?)https?:\/\/[^{}?#]*?(?=\/(?:functions|auth)\/v1\/)/;

const OUR_TYPES: readonly string[] = [API_KEY_CREDENTIAL, SESSION_CREDENTIAL];

/** A credential that a node uses. */
export interface UsedCredential {
	readonly type: string;
	readonly id: string;
	readonly name: string;
}

/** A credential for the service that a node uses. */
export interface ServiceCredential extends UsedCredential {
	readonly type: CredentialType;
	/** Its type and its ID in the n8n that the workflow comes from. */
	readonly key: string;
}

/** Returns the credential for the service that a node uses; undefined if it uses none, or does not run. */
export function readServiceCredential(node: WorkflowNode): ServiceCredential | undefined {
	if (node.disabled === true) return undefined;
	const type = isOurs(node)
		? readCredentialType(node)
		: (listSelected(node).find((one) => OUR_TYPES.includes(one.type))?.type as CredentialType | undefined);
	if (type === undefined) return undefined;
	const { id = '', name = '' } = node.credentials?.[type] ?? {};
	return { type, id, name, key: `${type} ${id}` };
}

/** Lists the credentials of other vendors that a node uses; none if it does not run. */
export function listForeignCredentials(node: WorkflowNode): UsedCredential[] {
	if (isOurs(node) || node.disabled === true) return [];
	return listSelected(node).filter(({ type }) => !OUR_TYPES.includes(type));
}

/**
 * Returns a node with the credential that stands for the one for the service that it uses, and without those that its
 * parameters do not select.
 * @param stored returns the ID and the name of the credential in n8n
 * @param serviceUrl the address of the sandbox, to which an HTTP request with the credential goes
 * @throws {CliError} if it sends the credential to an address that cannot be replaced
 */
export function replaceCredential(
	node: WorkflowNode,
	stored: (key: string) => { readonly id: string; readonly name: string } | undefined,
	serviceUrl: string,
): WorkflowNode {
	const used = readServiceCredential(node);
	const foreign = listForeignCredentials(node).map(
		({ type, id, name }): [string, { id: string; name: string }] => [type, { id, name }],
	);
	if (used === undefined) return { ...node, credentials: Object.fromEntries(foreign) };
	const { id, name } = stored(used.key) ?? used;
	const credentials = { ...Object.fromEntries(foreign), [used.type]: { id, name } };
	if (isOurs(node)) return { ...node, credentials };
	return { ...node, credentials, parameters: { ...node.parameters, url: replaceAddress(node, serviceUrl) } };
}

/** Returns the URL of an HTTP request, with the address of the sandbox in front. */
function replaceAddress({ name, type, parameters }: WorkflowNode, serviceUrl: string): string {
	const { url } = parameters;
	if (typeof url === 'string' && HTTP_REQUEST.test(type) && SERVICE_ADDRESS.test(url))
		return url.replace(SERVICE_ADDRESS, `$1${serviceUrl}`);
	throw new CliError(
		`"${name}" sends a credential of the service to an address that a test cannot replace, so it could reach your real ` +
			`account. Write the Base URL at the beginning of its URL as text, or leave the node out: --pin "${name}=items.json"`,
	);
}

/** Lists the credentials that the parameters of a node select. Others may be left of earlier settings. */
function listSelected({ type, typeVersion, parameters, credentials = {} }: WorkflowNode): UsedCredential[] {
	const all = Object.entries(credentials).map(([name, credential]) => ({ type: name, ...credential }));
	const isHttpRequest = HTTP_REQUEST.test(type) && typeVersion >= 3;
	const { authentication = isHttpRequest ? 'none' : undefined } = parameters;
	if (authentication === 'none') return [];
	if (!isHttpRequest && !type.endsWith('toolHttpRequest')) return all;
	const selected =
		authentication === 'predefinedCredentialType'
			? parameters.nodeCredentialType
			: parameters.genericAuthType;
	return all.filter((one) => one.type === selected);
}

/** Matches an address of the service, whose host is the first group if it stands there as text. */
const SERVICE_ENDPOINT =
	/(?:https?:\/\/([^\s/"'`?#{}]+)[^\s"'`?#{}]*?)?(?:\/|%2F)(?:functions|auth)(?:\/|%2F)v1(?![\w-])/gi;
/** Matches an address whose host stands there as text, with n8n's sign for expressions before it. */
const KNOWN_HOST = /^=?\s*(?:https?:\/\/)?[\w.-]+(?::\d+)?(?:[/?#]|\s*$)/i;
const ANY_ADDRESS = /https?:\/\/[\w.-]+/i;

/** Matches the nodes that send requests to an address in one of their parameters. */
const REQUEST_NODE =
	/\.(?:httpRequest|httpRequestTool|toolHttpRequest|graphql|graphqlTool|mcpClient|mcpClientTool)$/;
const ADDRESS_PARAMETERS = ['url', 'endpoint', 'endpointUrl', 'sseEndpoint'];
/** Matches the credentials of n8n's own that can hold the key of any service. */
const GENERIC_CREDENTIAL = /^(?:http|oAuth\d)/;
/** Matches the names under which a key is sent. */
const KEY_NAMES = /authorization|bearer|api-?_?key/i;

/** Matches the names of the parameters that hold code, and the calls by which code sends requests. */
const CODE_PARAMETERS = /(?:^|\.)(?:jsCode|pythonCode|functionCode|code)$/;
const SENDS_REQUESTS =
	/\b(?:httpRequest\w*|helpers\s*\.\s*request\w*|fetch\s*\(|axios|urllib|requests\s*\.\s*\w+\s*\(|(?:require\s*\(|from)\s*['"](?:node:)?(?:https?|http2|net|tls|undici)['"])/;

/** A text in the parameters of a node, with the way to it, e.g. `options.pagination.pagination.nextURL`. */
interface Text {
	readonly path: string;
	readonly text: string;
}

/**
 * Checks that the copies of a test send nothing to a real account by a way that cannot lead to the sandbox.
 * @throws {CliError} that names the node, the place and what to do about it
 */
export function checkAddresses(
	files: readonly WorkflowFile[],
	n8n: Pick<N8nApi, 'url' | 'isWebhookUrl'>,
): void {
	const nodes = files.flatMap((file) => listAllNodes(file)).filter(({ disabled }) => disabled !== true);
	const hosts = new Set(
		nodes.flatMap((node) => listTexts(node).flatMap(({ text }) => listServiceHosts(text))),
	);
	for (const node of nodes.filter((one) => !isOurs(one))) {
		const reason = findWayToAccount(node, hosts, n8n);
		if (reason === undefined) continue;
		throw new CliError(
			`"${node.name}" could reach your real account: ${reason}. Use an HTTP Request node with the Voice Agent credential, ` +
				`whose URL begins with the Base URL as text, or leave the node out: --pin "${node.name}=items.json"`,
		);
	}
}

/** Says why a request of a node could go to a real account; undefined if none can. */
function findWayToAccount(
	node: WorkflowNode,
	hosts: ReadonlySet<string>,
	n8n: Pick<N8nApi, 'url' | 'isWebhookUrl'>,
): string | undefined {
	// The URL of a request with our credential is replaced.
	const isReplaced = readServiceCredential(node) !== undefined;
	const texts = listTexts(node).filter(({ path }) => !(isReplaced && path === 'url'));
	for (const { path, text } of texts) {
		if (CODE_PARAMETERS.test(path)) {
			if (!SENDS_REQUESTS.test(text)) continue;
			if (!ANY_ADDRESS.test(text))
				return `its code (${path}) sends a request to an address that is known only while it runs`;
		}
		const [address] = text.match(SERVICE_ENDPOINT) ?? [];
		if (address !== undefined) return `${path} names ${address}`;
		const host = [...hosts].find((one) => text.includes(one));
		if (host !== undefined) return `${path} names ${host}, where the service is`;
		if (text.split(/["'`\s=]/).some((word) => n8n.isWebhookUrl(word)))
			return `${path} names a webhook of this n8n, where a workflow listens that is no part of the test`;
	}
	if (isReplaced || !REQUEST_NODE.test(node.type) || !sendsKey(node, texts)) return undefined;
	const unknown = texts.find(({ path, text }) => ADDRESS_PARAMETERS.includes(path) && !KNOWN_HOST.test(text));
	return unknown && `it sends a key to an address that is known only while it runs (${unknown.path})`;
}

/** Tells if a request may carry the key of an account. */
function sendsKey(node: WorkflowNode, texts: readonly Text[]): boolean {
	if (listForeignCredentials(node).some(({ type }) => GENERIC_CREDENTIAL.test(type))) return true;
	const others = texts.filter(({ path }) => !ADDRESS_PARAMETERS.includes(path));
	const isChosenLater = ({ path, text }: Text) => /headers?/i.test(path) && text.startsWith('=');
	return others.some((one) => KEY_NAMES.test(one.text) || isChosenLater(one));
}

/** Lists the texts in the parameters of a node; the nodes of a workflow that stands in it are looked at by themselves. */
function listTexts({ parameters }: WorkflowNode): Text[] {
	const { workflowJson: _, ...others } = parameters;
	return listTextsIn(others, '');
}

function listTextsIn(value: unknown, path: string): Text[] {
	if (typeof value === 'string') return [{ path, text: value }];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, one]) =>
		listTextsIn(one, path === '' ? name : `${path}.${name}`),
	);
}

function listServiceHosts(text: string): string[] {
	return [...text.matchAll(SERVICE_ENDPOINT)].flatMap(([, host]) => host ?? []);
}
