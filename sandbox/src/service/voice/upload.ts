import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { IFormat } from 'music-metadata';
import { plainError, ServiceError, structuredError } from '../http/errors.ts';
import type { Sample } from './record.ts';

/** The format and length of an audio file. */
interface Measured {
	readonly format: 'wav' | 'mp3' | 'm4a';
	readonly seconds: number;
}

/**
 * Determines the format and length of a file from its content. The name must not have an extension, since the
 * library would trust it.
 * @returns undefined if it is not audio in a format that section 8 names
 */
async function measure(path: string): Promise<Measured | undefined> {
	// Loaded when the first voice is cloned, since the start does not need it.
	const { parseFile } = await import('music-metadata');
	try {
		const { format } = await parseFile(path, { duration: true, skipCovers: true, skipPostHeaders: true });
		const known = readFormat(format);
		if (known === undefined || !format.hasAudio) return undefined;
		return { format: known, seconds: format.duration ?? 0 };
	} catch {
		// The file comes from a client; if it cannot be read, it is not audio.
		return undefined;
	}
}

function readFormat({ container, codec, hasVideo }: IFormat): Measured['format'] | undefined {
	if (hasVideo) return undefined;
	if (container === 'WAVE') return 'wav';
	if (container === 'MPEG' && codec?.includes('Layer 3')) return 'mp3';
	if (container !== undefined && /^(M4A|mp4\d|isom|iso\d)/i.test(container)) return 'm4a';
	return undefined;
}

/** Section 8: the maximum number of files per request. */
export const MAX_FILES = 25;
/** Section 8: the minimum length of audio per file, in seconds. */
const MIN_SECONDS = 30;
/** The limit for one file; three minutes of studio-quality WAV are about half of it. */
export const MAX_FILE_BYTES = 100 * 1024 * 1024;
const MAX_NAME_LENGTH = 200;

/**
 * Reads a clone-voice request (section 4, voice) part by part. Each file is on disk only while it is
 * measured, and never in memory as a whole. Errors are answered once everything has been read, since a client
 * does not read the answer before.
 *
 * @throws {ServiceError} 400 for requests that sections 4 and 8 refuse; `insufficient_audio` for less than 30
 * seconds (section 7)
 */
export async function readUpload(parts: AsyncIterable<Multipart>) {
	const folder = await mkdtemp(join(tmpdir(), `voice-agent-sandbox-${process.pid}-`));
	const fields = new Map<string, string>();
	const samples: Sample[] = [];
	let refusal: ServiceError | undefined;
	try {
		for await (const part of parts) {
			if (part.type === 'field') fields.set(part.fieldname, String(part.value));
			else if (part.fieldname !== 'files' || refusal !== undefined) await drain(part);
			else if (samples.length === MAX_FILES) {
				refusal = plainError(400, `files must be at most ${MAX_FILES}`);
				await drain(part);
			} else {
				const sample = await measureFile(part, join(folder, 'sample'));
				if (sample instanceof ServiceError) refusal = sample;
				else samples.push(sample);
			}
		}
	} catch (error) {
		throw isOurFault(error) ? error : plainError(400, 'The form could not be read to its end');
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
	const name = fields.get('name') ?? '';
	if (name.trim() === '' || name.length > MAX_NAME_LENGTH) {
		throw plainError(400, `name is required, with at most ${MAX_NAME_LENGTH} characters`);
	}
	if (refusal !== undefined) throw refusal;
	if (samples.length === 0) throw plainError(400, `files must be 1 to ${MAX_FILES} audio files`);
	return { name, description: fields.get('description') ?? null, samples };
}

async function measureFile(part: MultipartFile, path: string): Promise<Sample | ServiceError> {
	const { filename } = part;
	try {
		await pipeline(part.file, createWriteStream(path));
		if (part.file.truncated) return plainError(400, `${filename} is larger than ${MAX_FILE_BYTES} bytes`);
		const measured = await measure(path);
		if (measured === undefined)
			return plainError(400, `${filename} is not audio in the format WAV, MP3 or M4A`);
		const { format, seconds } = measured;
		if (seconds < MIN_SECONDS) {
			const wanted = `Please provide at least ${MIN_SECONDS} seconds of clean audio per file`;
			return structuredError(400, 'insufficient_audio', `${wanted}; ${filename} has ${seconds.toFixed(1)}`);
		}
		return { filename, format, bytes: part.file.bytesRead, seconds };
	} finally {
		await rm(path, { force: true });
	}
}

async function drain({ file }: MultipartFile): Promise<void> {
	for await (const chunk of file) void chunk;
}

/**
 * Tells if an error is the sandbox's, such as a full disk, and not that of a client that disconnects or sends
 * half a form.
 */
function isOurFault(error: unknown): boolean {
	// An error by which Fastify refuses an upload has its own status.
	return error instanceof Error && ('syscall' in error || 'statusCode' in error);
}
