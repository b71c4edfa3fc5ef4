/**
 * No regular expression takes much longer than its text is long, whatever the text repeats: strangers choose the texts
 * that it meets. The expressions come from the sources.
 */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';

import { RegExpParser, visitRegExpAST, type AST } from '@eslint-community/regexpp';
import ts from 'typescript';

/** An expression that backtracks over such a text needs minutes, any other a few milliseconds. */
const TEXT_LENGTH = 500_000;

/** After so much processor time, which does not depend on what else the machine does, an expression is ended. */
const PATIENCE_MS = 10_000;

/** Some characters of each kind that expressions tell apart. */
const CHARACTERS = [...'a-/ .0A_,:;!?\\\'"()[]<>{}@#$%&*+=|~`^\n\tαйé\u0301٢は好ก👍🏽🇫♂\u200b'];

const firstOf = (raw: string, flags: string): string[] => {
	const set = new RegExp(`^(?:${raw})$`, flags.replace(/[gy]/g, ''));
	return CHARACTERS.filter((one) => set.test(one)).slice(0, 3);
};

/** Texts that a part of an expression matches; an assertion matches none. */
function samplesOf(part: AST.Node, flags: string): string[] {
	switch (part.type) {
		case 'Character':
			return [String.fromCodePoint(part.value)];
		case 'CharacterSet':
		case 'CharacterClass':
			return firstOf(part.raw, flags);
		case 'Quantifier':
			return samplesOf(part.element, flags).map((one) => one.repeat(Math.max(part.min, 1)));
		case 'Group':
		case 'CapturingGroup':
			return part.alternatives.flatMap((one) => samplesOf(one, flags));
		case 'Alternative':
			return samplesOfAll(part.elements, flags);
		default:
			return [];
	}
}

const samplesOfAll = (parts: AST.Node[], flags: string): string[] =>
	parts.reduce<string[]>(
		(texts, part) => {
			const [first = '', ...others] = samplesOf(part, flags);
			return [...texts.map((text) => text + first), ...others.map((other) => (texts[0] ?? '') + other)];
		},
		[''],
	);

/** What is worth repeating: what each part of an expression matches, and what it matches up to each repeated part. */
function repetitionsFor({ source, flags }: RegExp): string[] {
	const found = new Set<string>();
	const add = (part: AST.Node) => samplesOf(part, flags).forEach((one) => found.add(one));
	visitRegExpAST(new RegExpParser().parseLiteral(`/${source}/${flags}`), {
		onAlternativeEnter(alternative) {
			add(alternative);
			alternative.elements.forEach((element, place) => {
				if (element.type !== 'Quantifier') return;
				const before = samplesOfAll(alternative.elements.slice(0, place), flags);
				[...before, ...before.flatMap((one) => samplesOf(element, flags).map((more) => one + more))].forEach(
					(one) => found.add(one),
				);
			});
		},
		onQuantifierEnter: add,
		onCharacterClassEnter: add,
		onCharacterEnter: add,
	});
	return [...found].filter((one) => one !== '');
}

const isUnbounded = ({ source }: RegExp) => /[*+]|\{\d+,\}/.test(source);

/** The expressions in the text of a file, as they stand. */
function literalsIn(file: string): RegExp[] {
	const found: RegExp[] = [];
	const visit = (part: ts.Node): void => {
		if (ts.isRegularExpressionLiteral(part)) {
			const [, source = '', flags] = /^\/(.*)\/(\w*)$/s.exec(part.text) ?? [];
			found.push(new RegExp(source, flags));
		}
		ts.forEachChild(part, visit);
	};
	visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest));
	return found;
}

/** The expressions that files make of texts when they are loaded. */
function constructedIn(files: string[]): RegExp[] {
	const found: RegExp[] = [];
	const original = globalThis.RegExp;
	globalThis.RegExp = new Proxy(original, {
		construct(type, given: ConstructorParameters<typeof RegExp>) {
			const made = new type(...given);
			found.push(made);
			return made;
		},
	});
	try {
		jest.isolateModules(() => files.forEach((file) => jest.requireActual(resolve(file))));
	} finally {
		globalThis.RegExp = original;
	}
	return found;
}

const files = globSync('{nodes,credentials}/**/*.ts');
const expressions = [
	...files.flatMap((file) => literalsIn(file).map((expression) => ({ where: file, expression }))),
	...constructedIn(files).map((expression) => ({ where: 'made of texts', expression })),
].filter(({ expression }) => isUnbounded(expression));

/** Tries expressions one after the other, and says when it begins with each. */
const TRY_ALL = `
	const { parentPort, workerData } = require('node:worker_threads');
	for (const [index, { source, flags, texts }] of workerData.all.entries()) {
		parentPort.postMessage(index);
		for (const text of texts) {
			const expression = new RegExp(source, flags.replace('y', ''));
			const behindX = 'x' + text.repeat(Math.ceil(workerData.length / text.length)) + '\\u0000';
			// A part of a string takes no copy of half a megabyte.
			for (const whole of [behindX.slice(1), behindX]) whole.replace(expression, '');
		}
	}
`;

it('takes no text of 500,000 characters for minutes', async () => {
	expect(expressions.length).toBeGreaterThan(50);
	expect(expressions.map(({ where }) => where)).toContain('made of texts');
	const all = expressions.map(({ expression }) => ({
		source: expression.source,
		flags: expression.flags,
		texts: repetitionsFor(expression),
	}));
	const slow: string[] = [];
	let from = 0;
	while (from < all.length) {
		const worker = new Worker(TRY_ALL, {
			eval: true,
			workerData: { all: all.slice(from), length: TEXT_LENGTH },
		});
		let at = 0;
		let begun = process.cpuUsage();
		const endSlow = () => {
			const { user, system } = process.cpuUsage(begun);
			if (user + system < 1_000 * PATIENCE_MS) return;
			clearInterval(timer);
			slow.push(`${expressions[from + at]?.where}: ${expressions[from + at]?.expression}`);
			void worker.terminate();
		};
		const timer = setInterval(endSlow, 500);
		await new Promise<void>((done, reject) => {
			worker.on('message', (index: number) => {
				at = index;
				begun = process.cpuUsage();
			});
			worker.on('error', reject);
			worker.on('exit', () => done());
		});
		clearInterval(timer);
		from = slow.length > 0 ? from + at + 1 : all.length;
	}
	expect(slow).toEqual([]);
}, 600_000);
