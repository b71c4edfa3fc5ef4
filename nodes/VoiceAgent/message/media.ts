import type { IBinaryKeyData, IDataObject, BinaryHelperFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { isRecord } from '../../text/json';
import type { Result } from '../../text/result';
import { type Failure, isRedirect, isSuccess, ServiceError } from '../../service/failure';
import { TIMEOUT_MS, deadlineAfter } from '../../service/timing';
import type { Item } from '../fields/item';
import type { PlannedRequest } from '../operation';
import type { ClientContext } from '../../service/request';
import { toNetworkFailure } from '../../service/exchange';

/** The time for a file, as a multiple of the time for the message that it belongs to. */
const DOWNLOAD_TIMEOUT_FACTOR = TIMEOUT_MS.long / TIMEOUT_MS.quick;

/** Matches a media type without parameters, such as `audio/ogg`. Anything else is not trusted. */
const MIME_TYPE = /^[a-z]+\/[a-z0-9][a-z0-9.+-]*$/;

/**
 * Creates the download of a message's media into the binary fields `<prefix>0`, `<prefix>1`, ... The
 * parameters are read now, the files are downloaded once the message is there.
 */
export function createMediaDownload(item: Item): NonNullable<PlannedRequest['downloadFiles']> {
	const { parameters, options, context } = item;
	const prefix = parameters.has('mediaFieldPrefix') ? parameters.text('mediaFieldPrefix') : 'media_';
	const ofMessageMs = options.integerOr('timeout', TIMEOUT_MS.quick);
	const timeoutMs = ofMessageMs * DOWNLOAD_TIMEOUT_FACTOR;
	return async (record, cancelSignal) => {
		const files: IBinaryKeyData = {};
		for (const [index, media] of readMedia(record).entries()) {
			const mimeType = readMimeType(media.mime_type);
			files[`${prefix}${index}`] = await fetchFile(
				item,
				media.url,
				{ timeoutMs, cancelSignal },
				async (file) => await context.helpers.prepareBinaryData(file, fileName(index, mimeType), mimeType),
			);
		}
		return files;
	};
}

/** @throws ServiceError for anything but a list of objects. */
function readMedia({ media = [] }: IDataObject): IDataObject[] {
	const list: unknown = media ?? [];
	if (Array.isArray(list) && list.every(isRecord)) return list as IDataObject[];
	throw new ServiceError({
		message: 'The service describes the media of the message in an unknown form',
		description: "Turn off 'Download Media' to get the message itself.",
	});
}

async function fetchFile<T>(
	{ context, connection }: Pick<Item, 'context' | 'connection'>,
	url: unknown,
	limits: { timeoutMs: number; cancelSignal: AbortSignal | undefined },
	use: (file: FileSource) => Promise<T>,
): Promise<T> {
	const link = toSafeLink(url, connection.baseUrl);
	if (link === undefined) {
		throw new ServiceError({
			message: 'A media link of the message cannot be followed',
			description:
				"The link does not start with https://, or contains a user name. Turn off 'Download Media' to get the message itself.",
		});
	}
	const outcome = await download(context, connection.baseUrl, link, limits, use);
	if (outcome.ok) return outcome.value;
	throw new ServiceError({
		// The message must not contain the link, which is a secret for 24 hours.
		message: `A media file of the message could not be downloaded: ${describeDownloadFailure(outcome.problem)}`,
		description:
			"Run the node again: it requests a new link each time. If that does not help, turn off 'Download Media'.",
		...(outcome.problem.kind === 'errorResponse' && { statusCode: outcome.problem.status }),
	});
}

function describeDownloadFailure(failure: Failure | { kind: 'notStored' }): string {
	switch (failure.kind) {
		case 'errorResponse':
			return `its link answers with status ${failure.status}`;
		case 'notConnected':
			return failure.reason;
		case 'timeout':
			return 'it took too long';
		case 'networkError':
			return 'the connection ended too early';
		case 'redirect':
			return 'its link redirects too often';
		case 'notStored':
			return 'n8n could not store it';
		default:
			return 'the connection ended';
	}
}

/** Returns the media type without parameters such as `; codecs=opus`. */
function readMimeType(given: unknown): string {
	const type = typeof given === 'string' ? (given.split(';')[0] ?? '').trim().toLowerCase() : '';
	return MIME_TYPE.test(type) ? type : 'application/octet-stream';
}

/** Returns a name such as `media-0.ogg` for `audio/ogg`: the service names no files. */
const fileName = (index: number, mimeType: string): string =>
	`media-${index}.${EXTENSIONS.get(mimeType) ?? mimeType.split('/')[1] ?? ''}`;

/** The extensions of types that do not end with them. */
const EXTENSIONS = new Map([
	['application/msword', 'doc'],
	['application/octet-stream', 'bin'],
	['application/vnd.ms-excel', 'xls'],
	['application/vnd.ms-powerpoint', 'ppt'],
	['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'pptx'],
	['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
	['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
	['audio/mp4', 'm4a'],
	['audio/mpeg', 'mp3'],
	['audio/x-m4a', 'm4a'],
	['audio/x-wav', 'wav'],
	['image/jpeg', 'jpg'],
	['image/svg+xml', 'svg'],
	['text/calendar', 'ics'],
	['text/plain', 'txt'],
	['text/vcard', 'vcf'],
	['text/x-vcard', 'vcf'],
	['video/3gpp', '3gp'],
	['video/quicktime', 'mov'],
	['video/x-msvideo', 'avi'],
]);

/** A file as n8n stores one. */
type FileSource = Parameters<BinaryHelperFunctions['prepareBinaryData']>[0];

/** The most redirects that are followed from a link. */
const MAX_REDIRECTS = 3;

/**
 * Returns a file's link if it may be followed: https, unless the 'Base URL' is plain http,
 * and without user info. Returns undefined for anything else.
 */
export function toSafeLink(url: unknown, baseUrl: string, relativeTo?: string): string | undefined {
	if (typeof url !== 'string' || !URL.canParse(url, relativeTo)) return undefined;
	const link = new URL(url, relativeTo);
	const allowed = baseUrl.startsWith('http:') ? ['http:', 'https:'] : ['https:'];
	return allowed.includes(link.protocol) && !link.username && !link.password ? link.href : undefined;
}

/**
 * Downloads a file of a message and hands it on while it arrives. The links carry their own signature and
 * lead to another host, so no key is sent. Never throws.
 * @param link As {@link toSafeLink} returns it.
 * @param baseUrl The address of the service.
 * @param use Consumes the file.
 */
async function download<T>(
	context: ClientContext,
	baseUrl: string,
	link: string,
	{ timeoutMs, cancelSignal }: { timeoutMs: number; cancelSignal: AbortSignal | undefined },
	use: (file: FileSource) => Promise<T>,
): Promise<Result<T, Failure | { kind: 'notStored' }>> {
	const deadline = deadlineAfter(timeoutMs, cancelSignal);
	let isArriving = true;
	try {
		for (let url = link, redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
			// n8n keeps the connection of a stream that is destroyed; only this frees it.
			const abandoned = new AbortController();
			const options: IHttpRequestOptions = {
				method: 'GET',
				url,
				encoding: 'stream',
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
				timeout: timeoutMs + 1000,
				abortSignal: AbortSignal.any([deadline.signal, abandoned.signal]),
			};
			const response = (await context.helpers.httpRequest(options)) as {
				statusCode: number;
				headers: Record<string, unknown>;
				body: FileSource;
			};
			const { statusCode: status, headers, body } = response;
			if (isSuccess(status)) {
				onEnd(body, () => (isArriving = false));
				return { ok: true, value: await use(body) };
			}
			abandoned.abort();
			const next = isRedirect(status) ? toSafeLink(headers.location, baseUrl, url) : undefined;
			if (next === undefined) return { ok: false, problem: { kind: 'errorResponse', status, message: '' } };
			url = next;
		}
		return { ok: false, problem: { kind: 'redirect', location: '' } };
	} catch (error) {
		// Once the whole file has arrived, the connection is not to blame.
		return isArriving
			? { ok: false, problem: toNetworkFailure(error, deadline) }
			: { ok: false, problem: { kind: 'notStored' } };
	}
}

/** Calls back when the last byte has arrived. */
function onEnd(body: FileSource, callback: () => void): void {
	if (typeof body === 'object' && 'once' in body) body.once('end', callback);
}
