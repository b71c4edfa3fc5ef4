import { CliError } from '../client/cli-error.ts';
import {
	API_KEY_CREDENTIAL,
	SESSION_CREDENTIAL,
	isOurs,
	readCredentialType,
	type CredentialType,
} from '../n8n/nodes.ts';
import type { WorkflowNode } from '../n8n/workflow.ts';

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
