import type { IFormat } from 'music-metadata';

/** An audio file by its content. */
interface Measured {
	readonly format: 'wav' | 'mp3' | 'm4a';
	readonly seconds: number;
}

/**
 * Finds out by its content what a file is and how long it plays. The name must
 * have no ending, which would be believed.
 * @returns undefined when it is not audio of a format that section 8 names
 */
export async function measure(path: string): Promise<Measured | undefined> {
	// Loaded when the first voice is cloned: a start has no use for it.
	const { parseFile } = await import('music-metadata');
	try {
		const { format } = await parseFile(path, { duration: true, skipCovers: true, skipPostHeaders: true });
		const known = formatOf(format);
		if (known === undefined || !format.hasAudio) return undefined;
		return { format: known, seconds: format.duration ?? 0 };
	} catch {
		// Whatever a stranger sends: what cannot be read is not audio.
		return undefined;
	}
}

function formatOf({ container, codec, hasVideo }: IFormat): Measured['format'] | undefined {
	if (hasVideo) return undefined;
	if (container === 'WAVE') return 'wav';
	if (container === 'MPEG' && codec?.includes('Layer 3')) return 'mp3';
	if (container !== undefined && /^(M4A|mp4\d|isom|iso\d)/i.test(container)) return 'm4a';
	return undefined;
}
