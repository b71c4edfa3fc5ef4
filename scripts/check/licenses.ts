import satisfies from 'spdx-satisfies';

/** What package-lock.json says of a package. */
interface LockedPackage {
	license?: string;
	link?: boolean;
}

/** All that may be used, changed and passed on for no more than a mention. */
const permissive = [
	...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'CC0-1.0', 'ISC', 'MIT'],
	...['Python-2.0', 'Unlicense'],
	// For data.
	...['CC-BY-3.0', 'CC-BY-4.0'],
];

interface Exception {
	packages: RegExp;
	licenses: Array<string | undefined>;
	because: string;
}

/** Each is needed to test or lint. Nothing of them is published. */
export const exceptions: Exception[] = [
	{
		packages: /^(n8n-core|n8n-workflow|@n8n\/.+|@n8n_io\/.+)$/,
		licenses: ['SEE LICENSE IN LICENSE.md', 'LicenseRef-n8n-enterprise'],
		because: "n8n's Sustainable Use License: n8n itself, its engine and its lint rules",
	},
	{ packages: /^axe-core$/, licenses: ['MPL-2.0'], because: 'used as it is, in browser tests' },
	{
		packages: /^(buildcheck|cpu-features|ssh2)$/,
		licenses: [undefined],
		because: 'MIT, said in an old way that npm does not carry over into the lockfile',
	},
];

const isPermissive = (license: string): boolean => {
	try {
		return satisfies(license, permissive);
	} catch {
		return false;
	}
};

/** What the licences of the packages in a package-lock.json amount to. */
export interface Licenses {
	permissive: number;
	/** How many packages each exception is made for. */
	excepted: Map<Exception, number>;
	faults: string[];
}

/** Looks at all packages of a lockfile, those for other platforms included. */
export const judgeLicenses = (packages: Record<string, LockedPackage>): Licenses => {
	const judged: Licenses = {
		permissive: 0,
		excepted: new Map(exceptions.map((each) => [each, 0])),
		faults: [],
	};
	for (const [path, { license, link }] of Object.entries(packages)) {
		const [, name] = /^.*node_modules\/(.+)$/.exec(path) ?? [];
		if (!name || link) continue;
		const exception = exceptions.find(
			({ packages: those, licenses }) => those.test(name) && licenses.includes(license),
		);
		if (license && isPermissive(license)) judged.permissive += 1;
		else if (exception) judged.excepted.set(exception, (judged.excepted.get(exception) ?? 0) + 1);
		else judged.faults.push(`${name}: ${license ?? 'no licence'}`);
	}
	return judged;
};
