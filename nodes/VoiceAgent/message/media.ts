import type {
	BinaryHelperFunctions,
	IBinaryData,
	IBinaryKeyData,
	IDataObject,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { isRecord } from '../../text/json';
import type { Result } from '../../text/result';
import { type Failure, isSuccess, ServiceError } from '../../service/failure';
import { TIMEOUT_MS, deadlineAfter } from '../../service/timing';
import type { Item } from '../fields/item';
import type { AfterResponse } from '../operation';
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
export function createMediaDownload(item: Item): AfterResponse {
	const { parameters, options, context } = item;
	const prefix = parameters.has('mediaFieldPrefix') ? parameters.text('mediaFieldPrefix') : 'media_';
	const timeoutMs = options.integer('timeout', TIMEOUT_MS.quick) * DOWNLOAD_TIMEOUT_FACTOR;
	return async (record, { download, endSignal: cancelSignal }) => ({
		json: record,
		binary: await download(async () => {
			const files: IBinaryKeyData = {};
			for (const [index, media] of parseMedia(record).entries()) {
				files[`${prefix}${index}`] = await fetchFile(
					item,
					media.url,
					{ timeoutMs, cancelSignal },
					async (file) => await storeFile(context, file, `media-${index}`, toMimeType(media.mime_type)),
				);
			}
			return files;
		}),
	});
}

/** Stores a file under its name with the extension that n8n knows for its type: the service names no files. */
async function storeFile(
	{ helpers }: Item['context'],
	file: FileSource,
	name: string,
	mimeType: string,
): Promise<IBinaryData> {
	const stored = await helpers.prepareBinaryData(file, name, mimeType);
	const { fileExtension } = stored;
	return fileExtension === undefined ? stored : { ...stored, fileName: `${name}.${fileExtension}` };
}

/** Parses the media of a message. @throws ServiceError for anything but a list of objects. */
function parseMedia({ media = [] }: IDataObject): IDataObject[] {
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
	const outcome = await download(context, link, limits, use);
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
		case 'notStored':
			return 'n8n could not store it';
		default:
			return 'the connection ended';
	}
}

/** Returns the media type without parameters such as `; codecs=opus`. */
function toMimeType(given: unknown): string {
	const type = typeof given === 'string' ? (given.split(';')[0] ?? '').trim().toLowerCase() : '';
	return MIME_TYPE.test(type) ? type : 'application/octet-stream';
}

/** A file as n8n stores one. */
type FileSource = Parameters<BinaryHelperFunctions['prepareBinaryData']>[0];

/**
 * Returns a file's link if it may be followed: https, unless the 'Base URL' is plain http,
 * and without user info. Returns undefined for anything else.
 */
function toSafeLink(url: unknown, baseUrl: string): string | undefined {
	if (typeof url !== 'string' || !URL.canParse(url)) return undefined;
	const link = new URL(url);
	const allowed = baseUrl.startsWith('http:') ? ['http:', 'https:'] : ['https:'];
	return allowed.includes(link.protocol) && !link.username && !link.password ? link.href : undefined;
}

/**
 * Downloads a file of a message and hands it on while it arrives. The links carry their own signature and
 * lead to another host, so no key is sent. Never throws.
 * @param link As {@link toSafeLink} returns it.
 * @param use Consumes the file.
 */
async function download<T>(
	context: ClientContext,
	link: string,
	{ timeoutMs, cancelSignal }: { timeoutMs: number; cancelSignal: AbortSignal | undefined },
	use: (file: FileSource) => Promise<T>,
): Promise<Result<T, Failure | { kind: 'notStored' }>> {
	const deadline = deadlineAfter(timeoutMs, cancelSignal);
	// n8n keeps the connection of a stream that is destroyed; only this frees it.
	const abandoned = new AbortController();
	const options: IHttpRequestOptions = {
		method: 'GET',
		url: link,
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		timeout: timeoutMs + 1000,
		abortSignal: AbortSignal.any([deadline.signal, abandoned.signal]),
	};
	let hasArrived = () => false;
	try {
		const response = (await context.helpers.httpRequest(options)) as { statusCode: number; body: FileSource };
		const { statusCode: status, body } = response;
		if (isSuccess(status)) {
			hasArrived = watchArrival(body);
			return { ok: true, value: await use(body) };
		}
		abandoned.abort();
		return { ok: false, problem: { kind: 'errorResponse', status, message: '' } };
	} catch (error) {
		// Once the whole file has arrived, the connection is not to blame.
		return { ok: false, problem: hasArrived() ? { kind: 'notStored' } : toNetworkFailure(error, deadline) };
	}
}

/** Returns the function that tells whether the last byte of a file has arrived. */
function watchArrival(body: FileSource): () => boolean {
	let hasEnded = false;
	if (typeof body === 'object' && 'once' in body) body.once('end', () => (hasEnded = true));
	return () => hasEnded;
}
