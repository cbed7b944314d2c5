// The texts that only the page without a server has.
import { language } from "../shell/i18n.js";

/** @type {Record<string, Record<string, string>>} */
const TEXTS = {
  en: {
    failed: "The games could not be started: {why}",
    no_wasm: "This browser cannot run the games: it has no WebAssembly with SIMD. Use a current browser.",
    no_workers: "This browser cannot run the games: it has no workers. Use a current browser.",
    other_tab: "Agon is open in another tab too. Here tabs cannot share their games, because this page does not come over https: use only one of them.",
    update: "A new version of Agon is ready.",
    update_now: "Load it now",
  },
  el: {
    failed: "Τα παιχνίδια δεν μπόρεσαν να ξεκινήσουν: {why}",
    no_wasm: "Αυτό το πρόγραμμα περιήγησης δεν μπορεί να εκτελέσει τα παιχνίδια: δεν διαθέτει WebAssembly με SIMD. Χρησιμοποιήστε ένα σύγχρονο.",
    no_workers: "Αυτό το πρόγραμμα περιήγησης δεν μπορεί να εκτελέσει τα παιχνίδια: δεν διαθέτει workers. Χρησιμοποιήστε ένα σύγχρονο.",
    other_tab: "Το Agon είναι ανοιχτό και σε άλλη καρτέλα. Εδώ οι καρτέλες δεν μπορούν να μοιράζονται τα παιχνίδια τους, επειδή η σελίδα δεν έρχεται μέσω https: χρησιμοποιήστε μόνο μία.",
    update: "Μια νέα έκδοση του Agon είναι έτοιμη.",
    update_now: "Φόρτωση τώρα",
  },
  sr: {
    failed: "Igre nisu mogle da se pokrenu: {why}",
    no_wasm: "Ovaj pregledač ne može da pokrene igre: nema WebAssembly sa SIMD-om. Koristite noviji pregledač.",
    no_workers: "Ovaj pregledač ne može da pokrene igre: nema radne niti (workers). Koristite noviji pregledač.",
    other_tab: "Agon je otvoren i u drugoj kartici. Ovde kartice ne mogu da dele partije, jer stranica ne dolazi preko https-a: koristite samo jednu.",
    update: "Nova verzija programa Agon je spremna.",
    update_now: "Učitaj odmah",
  },
};

/**
 * A text in the language of the page.
 * @param {string} key
 * @param {Record<string, string>} [args]
 */
export function siteText(key, args = {}) {
  return (TEXTS[language()] ?? TEXTS.en)[key].replace(/\{(\w+)\}/g, (_, name) => args[name] ?? "");
}
