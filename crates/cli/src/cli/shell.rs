//! The arguments of the commands that fit the program into a system: `agon completions` and
//! `agon man`.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

#[derive(Debug, Args)]
#[command(after_help = "Commands, options, games, players and files are completed.\n\n\
        Examples:\n  \
        agon completions bash > agon.bash     then in ~/.bashrc: source agon.bash\n  \
        agon completions zsh > _agon          in a folder of the variable fpath\n  \
        agon completions fish > agon.fish     in ~/.config/fish/completions\n  \
        agon completions powershell > agon.ps1")]
pub struct CompletionsArgs {
    /// Shell
    pub shell: Shell,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
        agon man > agon.1      the page of the program, to be read with: man ./agon.1\n  \
        agon man --out man1    a page for each command, in a folder")]
pub struct ManArgs {
    /// Folder for the pages of all commands, made if there is none
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}
