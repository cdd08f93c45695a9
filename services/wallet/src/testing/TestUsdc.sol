// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// @title The part of Circle's USDC that the wallet service uses, written from EIP-20 and EIP-3009 alone: for tests.
/// @dev Its runtime code is placed at the real token's address, so it works without storage from a constructor.
/// The balance of an address is in the storage slot of that number, so that a test can set it.
contract TestUsdc {
    bytes32 private constant DOMAIN = keccak256(
        "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
    );
    bytes32 private constant TRANSFER = keccak256(
        "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );

    event Transfer(address indexed from, address indexed to, uint256 value);

    function balanceOf(address owner) public view returns (uint256 value) {
        assembly {
            value := sload(owner)
        }
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    /// @notice As many transfers of one unit: what someone sends who wants to be a nuisance.
    function dust(address to, uint256 count) external {
        for (uint256 sent = 0; sent < count; sent++) move(msg.sender, to, 1);
    }

    function authorizationState(address authorizer, bytes32 nonce) external view returns (bool used) {
        bytes32 slot = keccak256(abi.encode(authorizer, nonce));
        assembly {
            used := sload(slot)
        }
    }

    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        require(block.timestamp > validAfter && block.timestamp < validBefore, "authorization is expired");
        bytes32 domain = keccak256(
            abi.encode(DOMAIN, keccak256("USD Coin"), keccak256("2"), block.chainid, address(this))
        );
        bytes32 content = keccak256(abi.encode(TRANSFER, from, to, value, validAfter, validBefore, nonce));
        require(ecrecover(keccak256(abi.encodePacked("\x19\x01", domain, content)), v, r, s) == from, "invalid signature");
        use(keccak256(abi.encode(from, nonce)));
        move(from, to, value);
    }

    function use(bytes32 slot) private {
        uint256 used;
        assembly {
            used := sload(slot)
            sstore(slot, 1)
        }
        require(used == 0, "authorization is used");
    }

    function move(address from, address to, uint256 value) private {
        uint256 held = balanceOf(from);
        require(held >= value, "transfer amount exceeds balance");
        assembly {
            sstore(from, sub(held, value))
        }
        uint256 received = balanceOf(to) + value;
        assembly {
            sstore(to, received)
        }
        emit Transfer(from, to, value);
    }
}
