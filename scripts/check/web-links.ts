import type { Documents } from './links.ts';

const timeoutMs = 30_000;

const answerOf = async (address: string): Promise<string | undefined> => {
	try {
		const { ok, status } = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
		return ok ? undefined : `answers ${status}`;
	} catch (error) {
		return `cannot be reached: ${(error as Error).message}`;
	}
};

/** Links to the web that are not answered with success. */
export const brokenWebLinks = async (documents: Documents): Promise<string[]> => {
	const links = [...documents].flatMap(([path, document]) =>
		document.links.filter(({ text }) => /^https?:/i.test(text)).map((link) => ({ path, ...link })),
	);
	const answers = await Promise.all(
		links.map(async ({ path, line, text }) => {
			const answer = await answerOf(text);
			return answer === undefined ? [] : [`${path}:${line} ${text}: ${answer}`];
		}),
	);
	return answers.flat();
};
