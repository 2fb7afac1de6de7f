//! Where PostgreSQL's programs are, and who runs them: they refuse to be run by root.

use std::{
    fs, io,
    os::unix::fs::{DirBuilderExt as _, MetadataExt as _},
    path::{Path, PathBuf},
    process::Command,
};

/// What to do when [`Programs::find`] found none.
pub const WHAT_TO_INSTALL: &str = "no PostgreSQL 15 or newer in /usr/lib/postgresql: apt-get install postgresql";
const OLDEST: u32 = 15;

/// PostgreSQL's programs of one version.
#[derive(Debug, Clone)]
pub struct Programs {
    folder: PathBuf,
    /// The user and group to become, when this process is root's.
    become_user: Option<(u32, u32)>,
}

impl Programs {
    /// The newest of Debian's packages, if one is installed that is new enough.
    pub fn find() -> Option<Self> {
        let versions = fs::read_dir("/usr/lib/postgresql").ok()?.filter_map(Result::ok);
        let numbered =
            versions.filter_map(|entry| Some((entry.file_name().to_str()?.parse::<u32>().ok()?, entry.path())));
        let usable = numbered.filter(|(version, path)| *version >= OLDEST && path.join("bin/initdb").is_file());
        let (_, newest) = usable.max_by_key(|(version, _)| *version)?;
        Some(Self { folder: newest.join("bin"), become_user: if is_root() { unprivileged() } else { None } })
    }

    /// A command that runs one of them; with a signal, it gets that one when the thread that starts it ends.
    pub(crate) fn command(&self, program: &str, signal: Option<&str>) -> Command {
        let mut command = Command::new("setpriv");
        if let Some((user, group)) = self.become_user {
            command.args([format!("--reuid={user}"), format!("--regid={group}"), "--clear-groups".into()]);
        }
        command.args(["--pdeathsig", signal.unwrap_or("keep")]).arg(self.folder.join(program));
        // The folder of a developer is no place that another user may enter.
        command.current_dir("/");
        command
    }

    /// Makes a directory that only they may read.
    pub(crate) fn make_dir(&self, dir: &Path) -> io::Result<()> {
        fs::DirBuilder::new().mode(0o700).create(dir)?;
        match self.become_user {
            Some((user, group)) => std::os::unix::fs::chown(dir, Some(user), Some(group)),
            None => Ok(()),
        }
    }
}

fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|me| me.uid() == 0)
}

/// The user of Debian's package, or whoever owns nothing.
fn unprivileged() -> Option<(u32, u32)> {
    let users = fs::read_to_string("/etc/passwd").ok()?;
    ["postgres", "nobody"].into_iter().find_map(|name| ids(&users, name))
}

/// The user and group number in the lines of `/etc/passwd`.
fn ids(users: &str, name: &str) -> Option<(u32, u32)> {
    let line = users.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
    let mut fields = line.split(':').skip(1);
    Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_is_found_by_the_whole_name() {
        let users =
            "root:x:0:0:root:/root:/bin/bash\npostgres2:x:9:9::/:/bin/sh\npostgres:x:101:104:,,,:/var/lib:/bin/sh\n";
        assert_eq!(ids(users, "postgres"), Some((101, 104)));
        assert_eq!(ids(users, "nobody"), None);
    }
}
